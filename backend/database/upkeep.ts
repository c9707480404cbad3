import type { Database } from './database.ts'

/** As PostgreSQL's own autovacuum, in milliseconds. */
const EVERY = 60_000

/** A table that has changed by a tenth or has never been looked at, as `autovacuum` finds it. */
const MOST_CHANGED = `
select s.relid::regclass::text as name
from pg_stat_user_tables s join pg_class c on c.oid = s.relid
where pg_has_role(c.relowner, 'usage')
  and greatest(s.n_dead_tup, s.n_mod_since_analyze) > 50 + 0.1 * greatest(c.reltuples, 0)
order by greatest(s.n_dead_tup, s.n_mod_since_analyze) desc limit 1`

/**
 * PGlite has no autovacuum: without one its tables grow with every change, and it plans as if they
 * were empty. One table at a time, so that requests come in between.
 * @param every milliseconds between two looks
 * @returns ends it, after the table that it is at
 */
export function startUpkeep(
  database: Pick<Database, 'asOwner'>,
  every = EVERY,
): () => Promise<void> {
  let underWay: Promise<void> | undefined
  const timer = setInterval(() => {
    // A database that fails now is asked again at the next look.
    underWay ??= tidyMostChanged(database)
      .catch(() => {})
      .finally(() => {
        underWay = undefined
      })
  }, every)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await underWay
  }
}

async function tidyMostChanged(database: Pick<Database, 'asOwner'>): Promise<void> {
  const [table] = await database.asOwner<{ name: string }>(MOST_CHANGED)
  if (table) await database.asOwner(`vacuum (analyze) ${table.name}`)
}
