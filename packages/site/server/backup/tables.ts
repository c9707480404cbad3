import type { Database, Transaction } from '@toolmark/backend/database/database.ts'

/** A table of the copy and its columns without generated ones. */
export interface CopiedTable {
  name: string
  columns: string[]
  /** The column whose numbers come from a sequence. */
  identity: string | null
}

/** The words of languages come with the schema, so that copies leave them out. By name: a database of another version has none. */
const TABLES = `
select c.oid::int as oid, c.oid::regclass::text as name,
  (select json_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
  (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '') as identity,
  (select coalesce(json_agg(k.confrelid::int), '[]') from pg_constraint k
    where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind = 'r' and n.nspname in ('auth', 'storage', 'public', 'private')
  and c.oid <> 'storage.copies_under_way'::regclass
  and (n.nspname, c.relname) not in (('private', 'common_words'), ('private', 'search_phrases')) order by 2`

/** All tables with data, each after the tables that its foreign keys reference. */
export async function readCopiedTables(transaction: Transaction): Promise<CopiedTable[]> {
  const rows = await transaction.query<CopiedTable & { oid: number; needs: number[] }>(TABLES)
  const ordered: typeof rows = []
  const done = new Set<number>()
  while (ordered.length < rows.length) {
    const ready = rows.filter(
      ({ oid, needs }) => !done.has(oid) && needs.every((need) => done.has(need)),
    )
    if (ready.length === 0) throw new Error('the tables refer to each other in a circle')
    for (const row of ready) done.add(row.oid)
    ordered.push(...ready)
  }
  return ordered
}

export async function readMigrationVersions(transaction: Transaction): Promise<string[]> {
  const rows = await transaction.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by 1',
  )
  return rows.map(({ version }) => version)
}

/** @throws {Error} with one line if the database is no site */
export async function assertHasSite(database: Pick<Database, 'asOwner'>): Promise<void> {
  if (!(await hasSite(database))) throw new Error('the database holds no site')
}

/** Whether a start has prepared the database. */
export async function hasSite(database: Pick<Database, 'asOwner'>): Promise<boolean> {
  const [found] = await database.asOwner<{ is_site: boolean }>(
    "select to_regclass('supabase_migrations.schema_migrations') is not null as is_site",
  )
  return found?.is_site === true
}
