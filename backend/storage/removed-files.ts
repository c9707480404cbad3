import { type Database, DatabaseError } from '../database/database.ts'
import type { StorageOptions } from './context.ts'
import { keyOf } from './files/files.ts'

type Stored = Parameters<typeof keyOf>[0]
type Place = Pick<StorageOptions, 'database' | 'files'>

/** So many files at once: an account has few, an emptied bucket many. */
const AT_ONCE = 100

/** How often a copy says that it is still under way, in milliseconds. */
const STILL_HERE = 60_000

/** On PGlite a copy cannot say so while it reads its rows, which may take a while. */
const BELIEVED = "interval '1 hour'"

const NO_COPY = 'not exists (select from storage.copies_under_way where until > now())'

/**
 * Keeps the files of removed rows where they are, for a copy whose rows may be older: in this
 * process and in every other one on the same database.
 * @returns lets them go
 */
export async function holdRemovedFiles(
  database: Pick<Database, 'asOwner'>,
): Promise<() => Promise<void>> {
  const id = crypto.randomUUID()
  await database.asOwner('delete from storage.copies_under_way where until < now()')
  await database.asOwner(
    `insert into storage.copies_under_way (id, until) values ($1, now() + ${BELIEVED})`,
    [id],
  )
  const renewal = `update storage.copies_under_way set until = now() + ${BELIEVED} where id = $1`
  // What cannot be renewed now is believed for long enough to try again.
  const timer = setInterval(() => database.asOwner(renewal, [id]).catch(() => {}), STILL_HERE)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await database.asOwner('delete from storage.copies_under_way where id = $1', [id])
    await database.asOwner("select pg_notify('removed_files', '')")
  }
}

/** Removes the files of rows that are gone; what fails, or a copy needs, is left for the next time. */
export async function removeFiles(place: Place, gone: Stored[]): Promise<void> {
  const free = await place.database.asOwner<Stored>(
    `select id, version from storage.removed_files join jsonb_to_recordset($1::jsonb)
       as gone (id uuid, version text) using (id, version) where ${NO_COPY}`,
    [listOf(gone)],
  )
  await removeFree(place, free)
}

/**
 * Removes what a transaction that failed has put in place. Where the connection broke, it may have
 * been committed nevertheless: a file without its row is only in the way, a row without its file is lost.
 */
export async function removeUncommitted(
  { files }: Pick<Place, 'files'>,
  keys: readonly string[],
  error: unknown,
): Promise<void> {
  if (error instanceof DatabaseError && error.code === '08006') return
  await Promise.all(keys.map((key) => files.remove(key)))
}

async function removeFree({ database, files }: Place, free: Stored[]): Promise<void> {
  await Promise.all(free.map((file) => files.remove(keyOf(file))))
  await database.asOwner(
    `delete from storage.removed_files where (id, version) in (
       select id, version from jsonb_to_recordset($1::jsonb) as gone (id uuid, version text))`,
    [listOf(free)],
  )
}

const listOf = (files: Stored[]) =>
  JSON.stringify(files.map(({ id, version }) => ({ id, version })))

/**
 * Removes the files of rows that went another way: with an account, or before a crash. Two
 * processes may remove one file; the second finds nothing to do.
 */
async function removeLeftFiles(place: Place, hasEnded: () => boolean): Promise<void> {
  while (!hasEnded()) {
    const gone = await place.database.asOwner<Stored>(
      `select id, version from storage.removed_files where ${NO_COPY} order by removed_at limit $1`,
      [AT_ONCE],
    )
    if (gone.length === 0) return
    await removeFree(place, gone)
  }
}

/**
 * Does so now, and whenever the database says that rows have gone.
 * @returns ends it, after the sweep that is under way
 */
export function watchRemovedFiles(
  place: Place,
  log: (error: unknown) => void,
): () => Promise<void> {
  let hasEnded = false
  let last = Promise.resolve()
  const sweep = () => {
    last = last
      .then(() => (hasEnded ? undefined : removeLeftFiles(place, () => hasEnded)))
      .catch(log)
  }
  sweep()
  place.database.listen({ channel: 'removed_files', onNotice: sweep, onGap: sweep }).catch(log)
  return () => {
    hasEnded = true
    return last
  }
}
