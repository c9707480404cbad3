import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startCluster } from '../tests/support/postgres-cluster.ts'
import { compare, type Pace } from './compare.ts'
import { freePort, keysOf, type Line, PEERS, startServer, startSite, whole } from './support.ts'

const COLUMNS = 'id,name,slug,description,rating_average'
const LIST = `/rest/v1/tools?select=${COLUMNS}&order=name&limit=12`
const WANTED = { lite: 10, bare: 0.5 }

/**
 * Twelve rows over HTTP on PGlite, beside `@supabase/lite` on the same engine, and for information
 * on the SQLite that it begins with: the same rows, policy, index and question.
 * @param site the address of one with the demo content
 */
export async function readsBesideLite(
  site: string,
  anonKey: string,
  folder: string,
  pace: Pace,
): Promise<Line[]> {
  const beside = async (engine: 'PGlite' | 'SQLite') => {
    const lite = await startLite(site, anonKey, join(folder, `lite-${engine}`), engine)
    try {
      const here = { address: site + LIST, headers: { apikey: anonKey } }
      const there = { address: lite.url + LIST, headers: { apikey: lite.key } }
      await expectSame(here, there)
      const { ratio, one, other } = await compare(pace, here, there)
      return { ratio, figure: `${ratio.toFixed(1)} times (${whole(one)}/s, ${whole(other)}/s)` }
    } finally {
      await lite.stop()
    }
  }
  const alike = await beside('PGlite')
  const { figure } = await beside('SQLite')
  return [
    {
      what: 'anonymous list of 12 rows on PGlite, of @supabase/lite on PGlite',
      figure: alike.figure,
      wanted: `at least ${WANTED.lite} times`,
      isMet: alike.ratio >= WANTED.lite,
    },
    { what: 'the same, of @supabase/lite on its SQLite', figure },
  ]
}

/** The same list on PostgreSQL, beside the same statement through a bare `pg` pool and Hono. */
export async function readsOnPostgres(folder: string, pace: Pace): Promise<Line> {
  const cluster = await startCluster()
  const data = join(folder, 'postgres')
  const url = cluster.url('postgres')
  const site = await startSite(data, { DATABASE_URL: url })
  const bare = await startServer(['bench/bare-reads.ts'], /bare/, { DATABASE_URL: url })
  try {
    const { anonKey } = await keysOf(data)
    const here = { address: site.url + LIST, headers: { apikey: anonKey } }
    const there = { address: `${bare.url}/` }
    await expectSame(here, there)
    const { ratio, one, other } = await compare(pace, here, there)
    return {
      what: 'anonymous list of 12 rows on PostgreSQL, of the statement through bare pg and Hono',
      figure: `${(ratio * 100).toFixed(0)} % (${whole(one)}/s, ${whole(other)}/s)`,
      wanted: `at least ${WANTED.bare * 100} %`,
      isMet: ratio >= WANTED.bare,
    }
  } finally {
    await bare.stop()
    await site.stop()
    await cluster.stop()
  }
}

interface Asked {
  address: string
  headers?: Record<string, string>
}

async function expectSame(one: Asked, other: Asked): Promise<void> {
  const [here, there] = await Promise.all(
    [one, other].map(async ({ address, headers = {} }) =>
      (await fetch(address, { headers })).json(),
    ),
  )
  // Each engine has an order of its own among letters, and a way of its own to write a decimal.
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

/** Made as its README says: `lite init`, a migration, a seed, `lite start`. */
async function startLite(
  site: string,
  anonKey: string,
  folder: string,
  engine: 'PGlite' | 'SQLite',
) {
  const program = join(PEERS, 'node_modules', '@supabase', 'lite', 'dist', 'cli', 'index.js')
  const env = { PATH: process.env.PATH, DO_NOT_TRACK: '1' }
  const run = (...words: string[]) =>
    execFileSync(process.execPath, [program, ...words], { cwd: folder, env, stdio: 'pipe' })
  mkdirSync(join(folder, 'supabase', 'migrations'), { recursive: true })
  run('init', ...(engine === 'PGlite' ? ['--pglite'] : []))
  const rows: unknown = await (
    await fetch(`${site}/rest/v1/tools?select=${COLUMNS}`, { headers: { apikey: anonKey } })
  ).json()
  const values = (rows as Record<string, string | number | null>[])
    .map((row) => `(${COLUMNS.split(',').map((name) => literal(row[name] ?? null))})`)
    .join(',\n')
  writeFileSync(join(folder, 'supabase', 'migrations', '20261121000000_tools.sql'), TABLE)
  writeFileSync(
    join(folder, 'supabase', 'seed.sql'),
    `insert into tools (${COLUMNS}) values\n${values};\n`,
  )
  run('db', 'reset')
  const config = join(folder, 'supabase', 'config.toml')
  const port = String(await freePort())
  writeFileSync(config, readFileSync(config, 'utf8').replace('54321', port))
  const key =
    /PUBLISHABLE_KEY="?([^"\s]+)/.exec(readFileSync(join(folder, '.env'), 'utf8'))?.[1] ?? ''
  const words = [program, 'start', '--no-admin']
  const server = await startServer(words, /Ready in/, { PORT: port, DO_NOT_TRACK: '1' }, folder)
  return { ...server, key }
}

const literal = (value: string | number | null) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
