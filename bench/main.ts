// `npm run bench`: measures the site, prints the table and writes it to
// bench/results.json. `-- --long` measures longer (two hours), `-- --only pages,render` a part.
// First: it chooses React's build, and the process renders pages to record what they read.
import '@toolmark/site/server/rendering/production.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Pace } from './compare-loads.ts'
import { describeRun, type RecordedResult, type Result, writeResults } from './results.ts'
import { loadKeys, startSite } from './site.ts'
import { startServer } from './start-server.ts'
import { measureDump } from './subjects/dump.ts'
import { measureEndurance } from './subjects/endurance.ts'
import { measureGrowth } from './subjects/growth/growth.ts'
import { measureImport } from './subjects/import.ts'
import { measureLighthouse } from './subjects/lighthouse.ts'
import { measureMemory } from './subjects/memory.ts'
import { measureModeration } from './subjects/moderation.ts'
import { measurePages } from './subjects/pages.ts'
import { measureRealtime } from './subjects/realtime.ts'
import { measureRelevance } from './subjects/relevance.ts'
import { measureRendering } from './subjects/render.ts'
import { measureScaling } from './subjects/scaling.ts'
import { measureSearch } from './subjects/search.ts'
import { measureStart } from './subjects/start.ts'
import { measureWrites } from './subjects/writes.ts'

const { values } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const pace: Pace = values.long
  ? { isLong: true, seconds: 10, rounds: 5, connections: 32 }
  : { isLong: false, seconds: 1.5, rounds: 3, connections: 32 }

/** Pages of the readers while members write. */
const PATHS = ['/', '/all-tools', '/tool/figma', '/launches']

/** Subjects that take more than ten minutes: only measured with --long or --only. */
const LONG_ONLY = new Set(['endurance', 'memory-pglite', 'memory-postgres'])
const chosen = values.only?.split(',')

const run = describeRun(`${values.long ? 'long' : 'short'}${chosen ? ' --only' : ''}`)
const folder = mkdtempSync(join(tmpdir(), 'toolmark-bench-'))
const cleanups: (() => Promise<void>)[] = [
  async () => rmSync(folder, { recursive: true, force: true }),
]
const measured: RecordedResult[] = []
let subjectNames: string[] = []

try {
  const demo = join(folder, 'demo')
  const site = await startSite(demo)
  cleanups.push(site.stop)
  const hello = await startServer(['bench/servers/hello.ts'], /hello/)
  cleanups.push(hello.stop)
  const { anonKey } = await loadKeys(demo)

  const subjects: Record<string, () => Promise<Result | Result[]>> = {
    pages: () => measurePages(site, hello.url, pace),
    render: () => measureRendering(site.url, anonKey, folder, pace),
    relevance: () => measureRelevance(site.url, anonKey),
    lighthouse: () => measureLighthouse(folder, pace.isLong),
    // The last subject on this site, because it adds rows.
    writes: () => measureWrites({ url: site.url, folder: demo }, PATHS, pace),
    start: async () => {
      await site.stop()
      return measureStart(demo, pace)
    },
    moderation: async () => [
      ...(await measureModeration('pglite', folder, pace)),
      ...(await measureModeration('postgres', folder, pace)),
    ],
    import: () => measureImport(folder),
    dump: () => measureDump(folder, pace),
    realtime: () => measureRealtime(folder),
    scaling: () => measureScaling(folder, pace),
    'growth-pglite': () => measureGrowth('pglite', folder, pace),
    'growth-postgres': () => measureGrowth('postgres', folder, pace),
    'search-pglite': () => measureSearch('pglite', folder, pace),
    'search-postgres': () => measureSearch('postgres', folder, pace),
    'memory-pglite': () => measureMemory('pglite', folder, pace),
    'memory-postgres': () => measureMemory('postgres', folder, pace),
    endurance: () => measureEndurance(join(folder, 'endurance')),
  }
  subjectNames = Object.keys(subjects)
  const unknown = chosen?.filter((name) => !(name in subjects)) ?? []
  if (unknown.length > 0)
    throw new Error(`unknown subject ${unknown.join(', ')}; use ${subjectNames.join(', ')}`)
  for (const [name, measure] of Object.entries(subjects)) {
    if (chosen ? !chosen.includes(name) : LONG_ONLY.has(name) && !pace.isLong) continue
    console.error(`${name} …`)
    try {
      const results = [await measure()].flat()
      for (const result of results) console.error(`  ${result.name}: ${result.measured}`)
      measured.push(...results.map((result) => ({ subject: name, ...result, run })))
    } catch (error) {
      // The rows of this subject stay as they are; the other subjects are still measured.
      console.error(`${name} failed:`, error)
      process.exitCode = 1
    }
  }
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup()
}

console.table(measured, ['subject', 'name', 'measured', 'goal', 'isMet'])
writeResults(measured, subjectNames)
