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
import { readsOf } from './reads.ts'

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '100' },
    calls: { type: 'string', default: '100' },
    engine: { type: 'string', multiple: true, default: ['pglite', 'postgres'] },
  },
})

/** Milliseconds of one read, on a site of one size. */
interface Timed {
  median: number
  p99: number
}

const folder = mkdtempSync(join(tmpdir(), 'toolmark-growth-'))
const ends: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
try {
  for (const engine of values.engine) {
    const small = await timesOn(engine, 1)
    const large = await timesOn(engine, Number(values.times))
    console.log(`\n| ${engine} | median ms | ${values.times} times the data | ratio | p99 ms |`)
    console.log('|---|---|---|---|---|')
    for (const [name, { median, p99 }] of large) {
      const before = small.get(name)?.median ?? 0
      const ratio = (median / before).toFixed(1)
      console.log(
        `| ${name} | ${before.toFixed(1)} | ${median.toFixed(1)} | ${ratio} | ${p99.toFixed(1)} |`,
      )
    }
  }
} finally {
  for (const end of ends.reverse()) await end()
}

async function timesOn(engine: string, times: number): Promise<Map<string, Timed>> {
  const site = await siteOf(engine, times)
  const { anonKey } = await openKeys(join(site.dataDir, 'keys.json'))
  const supabase = createClient<Database>(site.url, anonKey, { auth: { persistSession: false } })
  const timed = new Map<string, Timed>()
  for (const [name, read] of await readsOf(supabase)) timed.set(name, await time(read))
  await site.stop()
  return timed
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

async function time(read: () => Promise<unknown>): Promise<Timed> {
  for (let call = 0; call < 5; call += 1) await read()
  const taken: number[] = []
  for (let call = 0; call < Number(values.calls); call += 1) {
    const began = performance.now()
    await read()
    taken.push(performance.now() - began)
  }
  taken.sort((one, other) => one - other)
  const at = (part: number) =>
    taken[Math.min(taken.length - 1, Math.floor(taken.length * part))] ?? 0
  return { median: at(0.5), p99: at(0.99) }
}
