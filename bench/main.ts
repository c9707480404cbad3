// `npm run bench`: one table, all of whose ratios are taken in one run; `-- --long` takes its time (two
// hours), `-- --only pages,render` only a part of it.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Pace } from './compare.ts'
import { endurance } from './endurance.ts'
import { firstLoad } from './first-load.ts'
import { growth } from './growth/growth.ts'
import { lighthouse } from './lighthouse.ts'
import { memory } from './memory.ts'
import { pages } from './pages.ts'
import { readsBesideLite, readsOnPostgres } from './reads.ts'
import { render } from './render.ts'
import { starts } from './start.ts'
import { keysOf, type Line, PEERS, startServer, startSite } from './support.ts'
import { writes } from './writes.ts'

const { values } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const pace: Pace = values.long
  ? { isLong: true, seconds: 10, rounds: 5, connections: 32 }
  : { isLong: false, seconds: 1.5, rounds: 3, connections: 32 }

/** Those whose first load is counted. */
const PAGES = ['/', '/all-tools', '/tool/figma', '/launches']

/** Take ten minutes and more each. */
const LONG_ONLY = new Set(['endurance', 'memory-pglite', 'memory-postgres'])
const chosen = values.only?.split(',')

const folder = mkdtempSync(join(tmpdir(), 'toolmark-bench-'))
const ends: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
const lines: Line[] = []

if (!existsSync(join(PEERS, 'node_modules', '.package-lock.json'))) {
  console.error('Installing what bench/peers/package-lock.json names …')
  // Not `ci`, which wants Next.js's binaries for every platform named, also where none can be had.
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: PEERS,
    stdio: 'inherit',
  })
}

try {
  const demo = join(folder, 'demo')
  const site = await startSite(demo)
  ends.push(site.stop)
  const hello = await startServer(['bench/hello.ts'], /hello/)
  ends.push(hello.stop)
  const { anonKey } = await keysOf(demo)

  const subjects: Record<string, () => Promise<Line | Line[]>> = {
    pages: () => pages(site.url, hello.url, pace),
    render: () => render(site.url, anonKey, folder, pace),
    load: () => firstLoad(site.url, PAGES),
    lite: () => readsBesideLite(site.url, anonKey, folder, pace),
    postgres: () => readsOnPostgres(folder, pace),
    lighthouse: () => lighthouse(folder, pace.isLong),
    // Last on this site: it is fuller afterwards.
    writes: () => writes({ url: site.url, folder: demo }, PAGES, pace),
    start: async () => {
      await site.stop()
      return starts(demo, pace)
    },
    'growth-pglite': () => growth('pglite', folder, pace),
    'growth-postgres': () => growth('postgres', folder, pace),
    'memory-pglite': () => memory('pglite', folder, pace),
    'memory-postgres': () => memory('postgres', folder, pace),
    endurance: () => endurance(join(folder, 'endurance')),
  }
  const unknown = chosen?.filter((name) => !(name in subjects)) ?? []
  if (unknown.length > 0)
    throw new Error(`${unknown.join(', ')}: there are only ${Object.keys(subjects).join(', ')}`)
  for (const [name, measure] of Object.entries(subjects)) {
    if (chosen ? !chosen.includes(name) : LONG_ONLY.has(name) && !pace.isLong) continue
    console.error(`${name} …`)
    try {
      const measured = [await measure()].flat()
      for (const { what, figure } of measured) console.error(`  ${what}: ${figure}`)
      lines.push(...measured)
    } catch (error) {
      // The others are worth having all the same.
      console.error(error)
      lines.push({ what: name, figure: 'could not be measured', isMet: false })
      process.exitCode = 1
    }
  }
} finally {
  for (const end of ends.reverse()) await end()
}

console.log(`| | measured | wanted | met |`)
console.log('|---|---|---|---|')
for (const { what, figure, wanted = '', isMet } of lines) {
  console.log(
    `| ${what} | ${figure} | ${wanted} | ${isMet === undefined ? '' : isMet ? 'yes' : 'no'} |`,
  )
}
