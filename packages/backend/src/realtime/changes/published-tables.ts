import type { Database, Role } from '../../database/database.ts'

export interface PublishedColumn {
  name: string
  /** `pg_type.typname`, from which the client converts values. */
  type: string
  /** The type as SQL writes it. */
  sqlType: string
  isKey: boolean
  /** Which roles may select it. */
  roles: Role[]
}

/** A table of the publication. */
export interface PublishedTable {
  oid: number
  schema: string
  name: string
  /** In the order of the table. */
  columns: PublishedColumn[]
  hasTriggers: boolean
}

// Tables with a row filter are left out: only logical replication applies it.
// `format_type` with -1: without a modifier `character` would mean `character(1)`, and that of the column
// would cut the values of filters.
const TABLES = `
select c.oid::int8 as oid, n.nspname as schema, c.relname as name, columns.list as columns,
  exists (
    select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'realtime.announce_changes'::regproc
  ) as "hasTriggers"
from pg_publication_tables p
join pg_publication publication on publication.pubname = p.pubname
join pg_namespace n on n.nspname = p.schemaname
join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
left join pg_publication_rel r on r.prpubid = publication.oid and r.prrelid = c.oid
cross join lateral (
  select json_agg(json_build_object(
      'name', a.attname, 'type', t.typname, 'sqlType', format_type(a.atttypid, -1),
      'isKey', coalesce(a.attnum = any (key.conkey), false),
      'roles', array(
        select role.name from unnest(array['anon', 'authenticated', 'service_role']) as role (name)
        where has_schema_privilege(role.name, n.oid, 'usage')
          and has_column_privilege(role.name, c.oid, a.attnum, 'select'))
    ) order by a.attnum) as list
  from pg_attribute a
  join pg_type t on t.oid = a.atttypid
  left join pg_constraint key on key.conrelid = c.oid and key.contype = 'p'
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    and (r.prattrs is null or a.attnum = any (r.prattrs))
) columns
where p.pubname = 'supabase_realtime' and c.relkind = 'r' and p.rowfilter is null
order by 2, 3`

/** The tables of the publication `supabase_realtime`, as they were when they were last loaded. */
export class PublishedTables {
  readonly #database: Database
  readonly #log: (error: unknown) => void
  #tables: ReadonlyMap<number, PublishedTable> = new Map()
  /** Whether triggers may have to be removed: a table may also have left while no process ran. */
  #mayHaveLeft = true
  #loading: Promise<void> | undefined
  #next: Promise<void> | undefined

  /** @param log logs an error for the operator */
  constructor(database: Database, log: (error: unknown) => void) {
    this.#database = database
    this.#log = log
  }

  get(oid: number): PublishedTable | undefined {
    return this.#tables.get(oid)
  }

  has(oid: number): boolean {
    return this.#tables.has(oid)
  }

  get all(): PublishedTable[] {
    return [...this.#tables.values()]
  }

  /** Reads the tables again. Calls during a read share the next one. */
  reload(): Promise<void> {
    if (!this.#loading) {
      this.#loading = this.#load().finally(() => {
        this.#loading = undefined
      })
      return this.#loading
    }
    this.#next ??= this.#loading
      .catch(() => {})
      .then(() => {
        this.#next = undefined
        return this.reload()
      })
    return this.#next
  }

  /** Attaches the triggers of tables that have none. */
  async watch(oids: readonly number[]): Promise<void> {
    if (oids.every((oid) => this.#tables.get(oid)?.hasTriggers)) return
    await this.#lock('select realtime.attach_change_triggers($1::oid[])', [oids])
    await this.reload()
  }

  async #load(): Promise<void> {
    const rows = await this.#database.asOwner<PublishedTable>(TABLES)
    const tables = new Map(rows.map((table) => [table.oid, table]))
    // Also of a table that had no triggers: another process may have attached them.
    this.#mayHaveLeft ||= this.all.some(({ oid }) => !tables.has(oid))
    this.#tables = tables
    if (this.#mayHaveLeft) await this.#removeTriggers()
  }

  /** After a failure the next load tries again. */
  async #removeTriggers(): Promise<void> {
    try {
      await this.#lock('select realtime.remove_change_triggers()')
      this.#mayHaveLeft = false
    } catch (error) {
      // Subscriptions to other tables succeed.
      this.#log(error)
    }
  }

  /** Runs a statement that locks tables. */
  async #lock(text: string, values: readonly unknown[] = []): Promise<void> {
    await this.#database.transactionAsOwner(async ({ query }) => {
      // A table that a long transaction writes to must not make other writers wait behind this one.
      await query("set local lock_timeout = '2s'")
      await query(text, values)
    })
  }
}
