import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startCluster } from '@toolmark/backend/tests/support/databases/postgres-cluster.ts'
import { findFreePort } from '@toolmark/backend/tests/support/services/local-server.ts'
import { compareLoads, type Pace, type Target } from '../compare-loads.ts'
import { formatInteger } from '../figures.ts'
import { PEERS } from '../folders.ts'
import type { Result } from '../results.ts'
import { loadKeys, startSite } from '../site.ts'
import { startServer } from '../start-server.ts'

const COLUMNS = 'id,name,slug,description,rating_average'
const LIST = `/rest/v1/tools?select=${COLUMNS}&order=name&limit=12`
/** Requests a second, divided by those of the peer. */
const GOALS = { lite: 10, bare: 0.5 }

/**
 * Compares a list of twelve rows over HTTP on PGlite with `@supabase/lite` on PGlite, and for
 * information on SQLite, its default: the same rows, policy, index and request.
 * @param site the address of a site with the demo content
 */
export async function measureReadsBesideLite(
  site: string,
  anonKey: string,
  folder: string,
  pace: Pace,
): Promise<Result[]> {
  const compareWith = async (engine: 'PGlite' | 'SQLite') => {
    const lite = await startLite(site, anonKey, join(folder, `lite-${engine}`), engine)
    try {
      const here = { address: site + LIST, headers: { apikey: anonKey } }
      const there = { address: lite.url + LIST, headers: { apikey: lite.key } }
      await expectTwelveRows(here, there)
      const { ratio, one, other } = await compareLoads(pace, here, there)
      const rates = `${formatInteger(one)}/s, ${formatInteger(other)}/s`
      return { ratio, measured: `${ratio.toFixed(1)} times (${rates})` }
    } finally {
      await lite.stop()
    }
  }
  const onPglite = await compareWith('PGlite')
  const { measured } = await compareWith('SQLite')
  return [
    {
      name: 'anonymous list of 12 rows on PGlite: requests compared with @supabase/lite on PGlite',
      measured: onPglite.measured,
      goal: `at least ${GOALS.lite} times`,
      isMet: onPglite.ratio >= GOALS.lite,
    },
    {
      name: 'anonymous list of 12 rows on PGlite: requests compared with @supabase/lite on SQLite',
      measured,
    },
  ]
}

/** Compares the list on PostgreSQL with the same statement through a bare `pg` pool and Hono. */
export async function measureReadsOnPostgres(folder: string, pace: Pace): Promise<Result> {
  await using started = new AsyncDisposableStack()
  const cluster = await startCluster()
  started.defer(() => cluster.stop())
  const data = join(folder, 'postgres')
  const url = cluster.url('postgres')
  const site = await startSite(data, { DATABASE_URL: url })
  started.defer(site.stop)
  const bare = await startServer(['bench/servers/bare-reads.ts'], /bare/, { DATABASE_URL: url })
  started.defer(bare.stop)
  const { anonKey } = await loadKeys(data)
  const here = { address: site.url + LIST, headers: { apikey: anonKey } }
  const there = { address: `${bare.url}/` }
  await expectTwelveRows(here, there)
  const { ratio, one, other } = await compareLoads(pace, here, there)
  return {
    name: 'anonymous list of 12 rows on PostgreSQL: share of the requests of bare pg and Hono',
    measured: `${(ratio * 100).toFixed(0)} % (${formatInteger(one)}/s, ${formatInteger(other)}/s)`,
    goal: `at least ${GOALS.bare * 100} %`,
    isMet: ratio >= GOALS.bare,
  }
}

async function expectTwelveRows(one: Target, other: Target): Promise<void> {
  const [here, there] = await Promise.all(
    [one, other].map(async ({ address, headers = {} }) =>
      (await fetch(address, { headers })).json(),
    ),
  )
  // The values are not compared: collation and decimal format differ between the engines.
  if (here.length !== 12 || there.length !== 12) throw new Error('not 12 rows on both sides')
}

const TABLE = `create table public.tools (
  id uuid primary key, name text not null, slug text not null unique, description text not null,
  rating_average numeric(3, 2)
);
create index tools_by_name_idx on public.tools (name);
alter table public.tools enable row level security;
create policy select_anyone on public.tools for select to anon using (true);
grant select on public.tools to anon;
`

/** Sets `@supabase/lite` up as its README describes: `lite init`, a migration, a seed, `lite start`. */
async function startLite(
  site: string,
  anonKey: string,
  folder: string,
  engine: 'PGlite' | 'SQLite',
) {
  const program = join(PEERS, 'node_modules', '@supabase', 'lite', 'dist', 'cli', 'index.js')
  const env = { PATH: process.env.PATH, DO_NOT_TRACK: '1' }
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [program, ...args], { cwd: folder, env, stdio: 'pipe' })
  mkdirSync(join(folder, 'supabase', 'migrations'), { recursive: true })
  run('init', ...(engine === 'PGlite' ? ['--pglite'] : []))
  const rows: unknown = await (
    await fetch(`${site}/rest/v1/tools?select=${COLUMNS}`, { headers: { apikey: anonKey } })
  ).json()
  const values = (rows as Record<string, string | number | null>[])
    .map((row) => `(${COLUMNS.split(',').map((name) => toLiteral(row[name] ?? null))})`)
    .join(',\n')
  writeFileSync(join(folder, 'supabase', 'migrations', '20261121000000_tools.sql'), TABLE)
  writeFileSync(
    join(folder, 'supabase', 'seed.sql'),
    `insert into tools (${COLUMNS}) values\n${values};\n`,
  )
  run('db', 'reset')
  const config = join(folder, 'supabase', 'config.toml')
  const port = String(await findFreePort())
  writeFileSync(config, readFileSync(config, 'utf8').replace('54321', port))
  const key =
    /PUBLISHABLE_KEY="?([^"\s]+)/.exec(readFileSync(join(folder, '.env'), 'utf8'))?.[1] ?? ''
  const args = [program, 'start', '--no-admin']
  const server = await startServer(args, /Ready in/, { PORT: port, DO_NOT_TRACK: '1' }, folder)
  return { ...server, key }
}

const toLiteral = (value: string | number | null) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
