import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '@toolmark/backend/database/migrate.ts'
import { openDatabase } from '@toolmark/backend/database/open.ts'
import { MIGRATIONS } from '@toolmark/site/server/migrations.ts'
import { z } from 'zod'
import { findChromium } from '../../scripts/test-tools.js'
import { medianOf } from '../figures.ts'
import { ROOT } from '../folders.ts'
import type { Result } from '../results.ts'
import { loadKeys, startSite } from '../site.ts'
import { fillDatabase, sizeOf } from './growth/fill.ts'

/** Points out of a hundred. */
const GOALS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const
/** In milliseconds. Lighthouse calls a page fast up to this blocking time. */
const BLOCKING_GOAL_MS = 200
/** Performance varies between runs, so the long form takes the median of three. */
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
  audits: z.record(
    z.string(),
    z.object({ score: z.number().nullable(), numericValue: z.number().optional() }),
  ),
})
type Report = z.infer<typeof report>

/**
 * Runs Lighthouse with its slow phone on a site that SQL statements have filled: pages with demo
 * content exclude crawlers, which costs SEO points.
 */
export async function measureLighthouse(folder: string, isLong: boolean): Promise<Result[]> {
  const data = join(folder, 'filled')
  const database = await openDatabase({ dataDir: data })
  await migrate(database, MIGRATIONS)
  await fillDatabase(database, sizeOf(1))
  await database.close()
  const site = await startSite(data, { DEMO_CONTENT: 'off' })
  try {
    const slug = await findMostReviewed(site.url, (await loadKeys(data)).anonKey)
    const results: Result[] = []
    for (const path of ['/', '/all-tools', `/tool/${slug}`, '/launches']) {
      const reports: Report[] = []
      for (let round = 0; round < (isLong ? ROUNDS.long : ROUNDS.short); round += 1) {
        reports.push(await runLighthouse(site.url + path))
      }
      results.push(resultOf(path, reports))
    }
    return results
  } finally {
    await site.stop()
  }
}

const PACKAGE = join(ROOT, 'bench', 'lighthouse')

/** @returns its program */
function installLighthouse(): string {
  const program = join(PACKAGE, 'node_modules', 'lighthouse', 'cli', 'index.js')
  const flags = ['--no-audit', '--no-fund', '--loglevel=error']
  if (!existsSync(program))
    execFileSync('npm', ['install', ...flags], { cwd: PACKAGE, stdio: 'inherit' })
  return program
}

async function runLighthouse(address: string): Promise<Report> {
  const chromium = findChromium()
  if (!chromium) throw new Error('Chromium not found')
  const program = installLighthouse()
  const run = () =>
    promisify(execFile)(
      process.execPath,
      [program, address, '--output=json', '--quiet', '--chrome-flags=--headless=new --no-sandbox'],
      { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 64 * 1024 ** 2 },
    )
  // Lighthouse sometimes loses the start of its trace and recommends another run.
  const { stdout } = await run().catch(run)
  return report.parse(JSON.parse(stdout))
}

function resultOf(path: string, reports: readonly Report[]): Result {
  const names = Object.keys(GOALS) as (keyof typeof GOALS)[]
  const scores = names.map((name) =>
    Math.round(100 * medianOf(reports.map(({ categories }) => categories[name].score))),
  )
  const readMedian = (audit: string) =>
    medianOf(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.POSITIVE_INFINITY))
  const blocked = Math.round(readMedian('total-blocking-time'))
  const shift = Math.round(100 * readMedian('cumulative-layout-shift')) / 100
  const [last] = reports.slice(-1)
  const failed = names.flatMap((name, place) =>
    last && (scores[place] ?? 0) < GOALS[name] ? listFailedAudits(last, name) : [],
  )
  return {
    name: `Lighthouse on a phone, ${path.replace(/^\/tool\/.*/, 'a tool')}: ${names.join(', ')}, blocking time, layout shift`,
    measured: `${scores.join(', ')}, ${blocked} ms, ${shift}${failed.length > 0 ? ` (${[...new Set(failed)].join(', ')})` : ''}`,
    goal: `${Object.values(GOALS).join(', ')}, at most ${BLOCKING_GOAL_MS} ms, 0`,
    isMet:
      blocked <= BLOCKING_GOAL_MS &&
      shift === 0 &&
      names.every((name, place) => (scores[place] ?? 0) >= GOALS[name]),
  }
}

/** @returns the ids of the audits that cost points */
function listFailedAudits({ categories, audits }: Report, name: keyof typeof GOALS): string[] {
  return categories[name].auditRefs
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => id)
}

async function findMostReviewed(url: string, apikey: string): Promise<string> {
  const response = await fetch(`${url}/rest/v1/tools?select=slug&order=review_count.desc&limit=1`, {
    headers: { apikey },
  })
  const rows = z.array(z.object({ slug: z.string() })).parse(await response.json())
  return rows[0]?.slug ?? ''
}
