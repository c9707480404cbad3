import type { Database } from '../database.ts'

/** As often as PostgreSQL's own autovacuum. */
const INTERVAL_MS = 60_000

/** The table that has changed most, of those that autovacuum would select: by a tenth, or never analyzed. */
const MOST_CHANGED = `
select s.relid::regclass::text as name
from pg_stat_user_tables s join pg_class c on c.oid = s.relid
where pg_has_role(c.relowner, 'usage')
  and greatest(s.n_dead_tup, s.n_mod_since_analyze) > 50 + 0.1 * greatest(c.reltuples, 0)
order by greatest(s.n_dead_tup, s.n_mod_since_analyze) desc limit 1`

/**
 * Vacuums the most changed table in each interval. PGlite has no autovacuum: without it tables grow
 * with every update, and the planner takes them for empty. Requests run between two tables.
 * @returns stops it, after the table that is being vacuumed
 */
export function startAutovacuum(
  database: Pick<Database, 'asOwner'>,
  intervalMs = INTERVAL_MS,
): () => Promise<void> {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    // After an error the next interval tries again.
    running ??= vacuumMostChanged(database)
      .catch(() => {})
      .finally(() => {
        running = undefined
      })
  }, intervalMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

async function vacuumMostChanged(database: Pick<Database, 'asOwner'>): Promise<void> {
  const [table] = await database.asOwner<{ name: string }>(MOST_CHANGED)
  if (table) await database.asOwner(`vacuum (analyze) ${table.name}`)
}

const FILLED_TABLES = `
select c.oid::regclass::text as name from pg_class c
where c.relkind = 'r' and pg_has_role(c.relowner, 'usage') and pg_relation_size(c.oid) > 0`

/**
 * Vacuums all tables with rows, after a fill. Until then each search reads the list of rows that the text
 * indexes have not sorted in yet: a search of the demo content takes ten times as long.
 */
export async function vacuumFilledTables(database: Pick<Database, 'asOwner'>): Promise<void> {
  const tables = await database.asOwner<{ name: string }>(FILLED_TABLES)
  // Requests run between two tables.
  for (const { name } of tables) await database.asOwner(`vacuum (analyze) ${name}`)
}
