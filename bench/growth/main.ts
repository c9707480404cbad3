// `npm run bench:growth`: what each screen reads, on a catalogue and on one of 100 times its size,
// as a visitor over HTTP; the ratio of the medians says how it grows.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../app/data/database.types.ts'
import { migrate } from '../../backend/database/migrate.ts'
import { openDatabase } from '../../backend/database/open.ts'
import { openKeys } from '../../backend/keys/keys.ts'
import { MIGRATIONS } from '../../server/migrations.ts'
import { startCluster } from '../../tests/support/postgres-cluster.ts'
import { type Site, startSite } from '../../tests/support/site.ts'
import { fill, sizeOf } from './fill.ts'
import { type Read, readsOf } from './reads.ts'

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '100' },
    calls: { type: 'string', default: '100' },
    engine: { type: 'string', multiple: true, default: ['pglite', 'postgres'] },
  },
})

/** Calls that do not count. */
const WARMING = 5

const folder = mkdtempSync(join(tmpdir(), 'toolmark-growth-'))
/** What each engine has begun. */
const ends: (() => Promise<void>)[] = []
try {
  for (const engine of values.engine) {
    const small = await readsOn(engine, 1)
    const large = await readsOn(engine, Number(values.times))
    console.log(`\n| ${engine} | median ms | ${values.times} times the data | ratio | p99 ms |`)
    console.log('|---|---|---|---|---|')
    for (const [name, read] of large) console.log(await lineOf(name, small.get(name) ?? read, read))
    await end()
  }
} finally {
  await end()
  rmSync(folder, { recursive: true, force: true })
}

async function end(): Promise<void> {
  for (const each of ends.splice(0).reverse()) await each()
}

async function readsOn(engine: string, times: number) {
  const site = await siteOf(engine, times)
  ends.push(() => site.stop())
  const { anonKey } = await openKeys(join(site.dataDir, 'keys.json'))
  return readsOf(createClient<Database>(site.url, anonKey, { auth: { persistSession: false } }))
}

async function siteOf(engine: string, times: number): Promise<Site> {
  const dataDir = join(folder, `${engine}-${times}`)
  const environment: { DATA_DIR: string } & Record<string, string> = { DATA_DIR: dataDir }
  if (engine === 'postgres') {
    const cluster = await startCluster()
    ends.push(() => cluster.stop())
    environment.DATABASE_URL = cluster.url('postgres')
  }
  const database = await openDatabase({
    dataDir,
    ...(environment.DATABASE_URL ? { url: environment.DATABASE_URL } : {}),
  })
  const started = Date.now()
  await migrate(database, MIGRATIONS)
  await fill(database, sizeOf(times))
  await database.close()
  console.log(
    `${engine}, ${times} times: filled in ${((Date.now() - started) / 1000).toFixed(0)} s`,
  )
  return startSite(environment)
}

/** Both in turn, so that whatever else the machine does slows both. */
async function lineOf(name: string, small: Read, large: Read): Promise<string> {
  const times: [number[], number[]] = [[], []]
  for (let call = -WARMING; call < Number(values.calls); call += 1) {
    for (const [place, read] of [small, large].entries()) {
      const began = performance.now()
      await read()
      if (call >= 0) times[place]?.push(performance.now() - began)
    }
  }
  const [before, after] = times.map((taken) => taken.toSorted((one, other) => one - other))
  const at = (taken: number[] = [], part: number) => taken[Math.floor(taken.length * part)] ?? 0
  const [one, other] = [at(before, 0.5), at(after, 0.5)]
  const figures = [one, other, other / one, at(after, 0.99)].map((each) => each.toFixed(1))
  return `| ${name} | ${figures.join(' | ')} |`
}
