// The jobs of areas that are off do not run (spec 9 §1).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOutbox } from '@toolmark/backend/mail/mailer.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AREA_PARTS, AREAS, type Area } from '../../app/shared/area-table.ts'
import { IDENTITY } from '../../app/shared/identity.ts'
import { startSiteDumps } from '../dumps/scheduled-dumps.ts'
import { readEnvironment } from '../environment.ts'
import { startSourceReads } from '../sources/read-due-sources.ts'
import { startJobs } from './jobs.ts'
import { repeatJob } from './repeat-job.ts'
import { createServiceClient } from './service-client.ts'

vi.mock('./repeat-job.ts', { spy: true })

/** Each job belongs to an area or is here. */
const JOBS_OF_NO_AREA = [
  'send emails',
  'move pictures',
  'queue_digests',
  'run daily jobs',
  'index descriptions',
  'read facts',
  'read sources',
]

const folder = mkdtempSync(join(tmpdir(), 'toolmark-'))
beforeEach(() => {
  vi.clearAllMocks()
  // The dump's figures.
  vi.stubGlobal('fetch', async () => Response.json([]))
  vi.useFakeTimers({ now: new Date('2026-11-28T07:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  IDENTITY.offAreas = []
  rmSync(folder, { recursive: true, force: true })
})

/** Starts all jobs of a site, with one claim that is due. */
function startAll(offAreas: readonly Area[]) {
  IDENTITY.offAreas = offAreas
  const calls = new Set<string>()
  const service = createServiceClient('http://backend.invalid', 'key', async (input) => {
    const name = new URL(String(input)).pathname.split('/').at(-1) ?? ''
    const isFirst = !calls.has(name)
    calls.add(name)
    if (name === 'claims_to_check')
      return Response.json(isFirst ? [{ id: 'one', page_url: 'https://shop.example/' }] : [])
    if (name === 'dump_page') return Response.json({ made_at: '2026-11-28', rows: 0, next: null })
    return Response.json(/^(take_due|claim_|facts_)/.test(name) ? null : 0)
  })
  const log = () => {}
  const siteUrl = 'http://127.0.0.1'
  const environment = readEnvironment({ DATA_DIR: folder })
  const ends = [
    startJobs({
      service,
      mailer: createOutbox(),
      contentLanguage: 'en',
      siteUrl,
      findToken: async () => ({ found: false, detail: '' }),
      factReading: { fetch: async () => expect.unreachable(), countRead: log },
      countEmail: log,
      log,
    }),
    startSourceReads({ service, testHosts: new Set(), log }).end,
    startSiteDumps(environment, siteUrl, undefined, { service, siteUrl }),
  ]
  const started = vi.mocked(repeatJob).mock.calls.map(([{ name }]) => name)
  return { calls, started, end: () => Promise.all(ends.map((end) => end())) }
}

const offJobs = AREAS.flatMap((area) => AREA_PARTS[area].jobs ?? [])

test('with all areas each job of AREA_PARTS runs', async () => {
  const { calls, started, end } = startAll([])
  // Two minutes have each first run.
  await vi.advanceTimersByTimeAsync(120_000)
  await vi.waitFor(() =>
    expect(offJobs.filter((name) => !started.includes(name) && !calls.has(name))).toEqual([]),
  )
  await end()
  expect(started.filter((name) => !offJobs.includes(name)).sort()).toEqual(
    [...JOBS_OF_NO_AREA].sort(),
  )
})

test('without areas none of their jobs runs, and the others do', async () => {
  const { calls, started, end } = startAll(AREAS)
  await vi.advanceTimersByTimeAsync(120_000)
  await end()
  expect(offJobs.filter((name) => started.includes(name) || calls.has(name))).toEqual([])
  expect([...started].sort()).toEqual([...JOBS_OF_NO_AREA].sort())
  expect(calls).toContain('queue_digests')
})
