import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { migrate } from '../backend/database/migrate.ts'
import { openDatabase } from '../backend/database/open.ts'
import { findChromium } from '../scripts/test-tools.js'
import { MIGRATIONS } from '../server/migrations.ts'
import { fill, sizeOf } from './growth/fill.ts'
import { keysOf, type Line, middle, PEERS, startSite } from './support.ts'

/** Points of a hundred. */
const WANTED = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const
/** The speed of a page is a little another one each time. */
const ROUNDS = { short: 1, long: 3 }

const category = z.object({
  score: z.number(),
  auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
})
const report = z.object({
  categories: z.object({
    performance: category,
    accessibility: category,
    'best-practices': category,
    seo: category,
  }),
  audits: z.record(z.string(), z.object({ score: z.number().nullable() })),
})
type Report = z.infer<typeof report>

/**
 * Lighthouse as a phone on a slow network sees the site, which is filled by statements: pages with
 * demo content tell crawlers to stay away, and Lighthouse takes that amiss.
 */
export async function lighthouse(folder: string, isLong: boolean): Promise<Line[]> {
  const data = join(folder, 'filled')
  const database = await openDatabase({ dataDir: data })
  await migrate(database, MIGRATIONS)
  await fill(database, sizeOf(1))
  await database.close()
  const site = await startSite(data, { DEMO_CONTENT: 'off' })
  try {
    const slug = await aTool(site.url, (await keysOf(data)).anonKey)
    const lines: Line[] = []
    for (const path of ['/', '/all-tools', `/tool/${slug}`, '/launches']) {
      const reports: Report[] = []
      for (let round = 0; round < (isLong ? ROUNDS.long : ROUNDS.short); round += 1) {
        reports.push(await reportOf(site.url + path))
      }
      lines.push(lineOf(path, reports))
    }
    return lines
  } finally {
    await site.stop()
  }
}

async function reportOf(address: string): Promise<Report> {
  const chromium = findChromium()
  if (!chromium) throw new Error('no Chromium was found')
  const program = join(PEERS, 'node_modules', 'lighthouse', 'cli', 'index.js')
  const run = () =>
    promisify(execFile)(
      process.execPath,
      [program, address, '--output=json', '--quiet', '--chrome-flags=--headless=new --no-sandbox'],
      { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 64 * 1024 ** 2 },
    )
  // Now and then it loses the beginning of its trace, and asks to be run again.
  const { stdout } = await run().catch(run)
  return report.parse(JSON.parse(stdout))
}

function lineOf(path: string, reports: readonly Report[]): Line {
  const names = Object.keys(WANTED) as (keyof typeof WANTED)[]
  const scores = names.map((name) =>
    Math.round(100 * middle(reports.map(({ categories }) => categories[name].score))),
  )
  const [last] = reports.slice(-1)
  const missed = names.flatMap((name, place) =>
    last && (scores[place] ?? 0) < WANTED[name] ? missedIn(last, name) : [],
  )
  return {
    what: `Lighthouse on a phone, ${path.replace(/^\/tool\/.*/, 'a tool')}: ${names.join(', ')}`,
    figure: `${scores.join(', ')}${missed.length > 0 ? ` (${[...new Set(missed)].join(', ')})` : ''}`,
    wanted: Object.values(WANTED).join(', '),
    isMet: names.every((name, place) => (scores[place] ?? 0) >= WANTED[name]),
  }
}

/** What cost points. */
function missedIn({ categories, audits }: Report, name: keyof typeof WANTED): string[] {
  return categories[name].auditRefs
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => id)
}

async function aTool(url: string, apikey: string): Promise<string> {
  const response = await fetch(`${url}/rest/v1/tools?select=slug&order=review_count.desc&limit=1`, {
    headers: { apikey },
  })
  const rows = z.array(z.object({ slug: z.string() })).parse(await response.json())
  return rows[0]?.slug ?? ''
}
