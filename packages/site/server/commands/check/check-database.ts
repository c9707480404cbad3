import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { explainDamage, isUnused } from '@toolmark/backend/database/engines/damage.ts'
import { InUseError } from '@toolmark/backend/database/engines/folder-lock.ts'
import { openDatabase } from '@toolmark/backend/database/open.ts'
import { describeConnectionError } from '@toolmark/backend/database/pool/connection-errors.ts'
import { directUrlOf } from '@toolmark/backend/server/environment.ts'
import pg from 'pg'
import type { Environment } from '../../environment.ts'
import { MIGRATIONS } from '../../migrations.ts'
import { findLostDatabase } from '../../start/lost-database.ts'
import { compareClocks } from './check-network.ts'
import { type Finding, failed, ok } from './findings.ts'

/** PostgreSQL 15 is the oldest with all that the schema uses. */
const LEAST_VERSION = 15
const TIMEOUT_MS = 8000

type Query = (text: string) => Promise<Record<string, unknown>[]>

/** Whether the database answers, its version and its schema. Nothing in it changes. */
export async function checkDatabase(environment: Environment): Promise<Finding[]> {
  const url = directUrlOf(environment)
  if (!url) return checkPglite(environment)
  const { DATABASE_URL, DATABASE_DIRECT_URL } = environment
  const pooled = DATABASE_DIRECT_URL && DATABASE_URL ? [await checkPooler(DATABASE_URL)] : []
  return [...(await checkPostgres(url)), ...pooled]
}

/** Checks only that the pooler leads to a server. */
async function checkPooler(url: string): Promise<Finding> {
  const client = createClient(url)
  try {
    await client.connect()
    await client.query('select 1')
    return ok('pooler', 'DATABASE_URL answers')
  } catch (error) {
    return failed('pooler', `DATABASE_URL cannot be used: ${describeConnectionError(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}

/** An error of its connection is one of the query in progress, too. */
const createClient = (url: string) =>
  new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  }).on('error', () => {})

async function checkPglite(environment: Environment): Promise<Finding[]> {
  const { DATA_DIR: dataDir } = environment
  const folder = join(dataDir, 'db')
  try {
    const problem = findLostDatabase(environment)
    if (problem) return [failed('database', problem)]
    if (isUnused(folder))
      return [ok('database', `PGlite: the first start creates it in ${dataDir}`)]
    const database = await openDatabase({ dataDir })
    try {
      return [ok('database', 'PGlite'), await checkSchema((text) => database.asOwner(text))]
    } finally {
      await database.close()
    }
  } catch (error) {
    if (error instanceof InUseError) return [ok('database', 'PGlite: a running site has it open')]
    return [failed('database', explainDamage(error, folder))]
  }
}

async function checkPostgres(url: string): Promise<Finding[]> {
  const client = createClient(url)
  try {
    await client.connect()
    const query: Query = async (text) => (await client.query(text)).rows
    return [
      await checkVersion(query),
      await checkExtensions(query),
      await checkSchema(query),
      await checkClock(query),
    ]
  } catch (error) {
    return [failed('database', `DATABASE_URL cannot be used: ${describeConnectionError(error)}`)]
  } finally {
    await client.end().catch(() => {})
  }
}

async function checkVersion(query: Query): Promise<Finding> {
  const [row] = await query(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       pg_is_in_recovery() as is_replica, current_setting('transaction_read_only') as is_read_only`,
  )
  const version = `PostgreSQL ${row?.version}`
  if (Number(row?.number) < LEAST_VERSION * 10_000)
    return failed('database', `${version}: the site needs ${LEAST_VERSION} or newer`)
  if (row?.is_replica) return failed('database', `${version}: a standby, which takes no changes`)
  if (row?.is_read_only === 'on')
    return failed(
      'database',
      `${version}: default_transaction_read_only is on, so nothing can be saved`,
    )
  return ok('database', version)
}

/** The first start creates roles and extensions. */
async function checkExtensions(query: Query): Promise<Finding> {
  const [row] = await query(
    `select (select array_to_json(array_agg(name)) from unnest(array['pg_trgm', 'unaccent']) name
         where name not in (select name from pg_available_extensions)) as missing,
       (select rolcreaterole or rolsuper from pg_roles where rolname = current_user)
         or exists (select from pg_roles where rolname = 'service_role') as has_roles`,
  )
  if (row?.missing)
    return failed('extensions', `the server lacks ${[row.missing].flat().join(', ')}`)
  return row?.has_roles
    ? ok('extensions', 'pg_trgm and unaccent are available')
    : failed('extensions', 'the user cannot create the roles of the API: grant it createrole')
}

async function checkSchema(query: Query): Promise<Finding> {
  const own = readdirSync(MIGRATIONS).map((name) => name.replace('.sql', ''))
  const [table] = await query(
    "select to_regclass('supabase_migrations.schema_migrations') is not null as exists",
  )
  if (!table?.exists) return ok('schema', 'empty: the first start creates the tables')
  const rows = await query(
    "select concat_ws('_', version, name) as name from supabase_migrations.schema_migrations order by 1",
  )
  const ran = rows.map(({ name }) => String(name))
  const unknown = ran.filter((name) => !own.includes(name))
  if (unknown.length > 0)
    return failed('schema', `another version of the site created it (${unknown.join(', ')})`)
  const pending = own.filter((name) => !ran.includes(name))
  return pending.length > 0
    ? ok('schema', `the next start runs ${pending.join(', ')}`)
    : ok('schema', ran.at(-1) ?? 'empty')
}

async function checkClock(query: Query): Promise<Finding> {
  const [row] = await query('select extract(epoch from clock_timestamp()) * 1000 as now')
  return compareClocks('the database', Number(row?.now), Date.now())
}
