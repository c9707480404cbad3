import type { Database } from '../../database/database.ts'

/** Longer than any access token lasts. */
const MAX_IDLE_DAYS = 30

/** Users per statement. */
const BATCH_SIZE = 100

/** Not during the start, which requests may be waiting for. */
const FIRST_PAUSE_MS = 60_000
const DAY_MS = 86_400_000

/** Processes on one database skip each other's rows. */
const DELETE_BATCH = `
  delete from auth.users where id in (
    select id from auth.users u
    where is_anonymous and email is null
      and greatest(created_at, last_sign_in_at) < now() - make_interval(days => $1)
      and not exists (
        select from auth.sessions s where s.user_id = u.id
          and greatest(s.created_at, s.refreshed_at) >= now() - make_interval(days => $1))
    order by created_at limit $2 for update skip locked)
  returning id`

/**
 * Deletes the anonymous users without a sign-in or refresh for 30 days, with all that belongs to them. A user that the
 * operator has given an address stays.
 * @param hasEnded whether to leave the rest for the next day
 * @returns the number of deleted users
 */
export async function removeIdleAnonymousUsers(
  database: Pick<Database, 'asOwner'>,
  hasEnded: () => boolean = () => false,
): Promise<number> {
  let count = 0
  while (!hasEnded()) {
    const deleted = await database.asOwner(DELETE_BATCH, [MAX_IDLE_DAYS, BATCH_SIZE])
    count += deleted.length
    if (deleted.length < BATCH_SIZE) break
  }
  return count
}

/**
 * Removes idle anonymous users each day.
 * @returns stops it, after the current statement
 */
export function sweepAnonymousUsers(
  database: Pick<Database, 'asOwner'>,
  log: (error: unknown) => void,
): () => Promise<void> {
  let hasEnded = false
  let last: Promise<unknown> = Promise.resolve()
  const sweep = () => {
    last = removeIdleAnonymousUsers(database, () => hasEnded).catch(log)
  }
  const timers = [setTimeout(sweep, FIRST_PAUSE_MS).unref(), setInterval(sweep, DAY_MS).unref()]
  return async () => {
    hasEnded = true
    for (const timer of timers) clearTimeout(timer)
    await last
  }
}
