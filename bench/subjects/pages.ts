import {
  compareLoads,
  measureLoad,
  type Pace,
  type Target,
  WARM_UP_SECONDS,
} from '../compare-loads.ts'
import { formatInteger, medianOf } from '../figures.ts'
import { readProcessorTime } from '../processor-time.ts'
import type { Result } from '../results.ts'
import { type Server, startServer } from '../start-server.ts'

/** Requests a second of a cached page, as a share of those of the bare server. */
const GOAL = 0.4
/** The same by processor time, compared with a server that sends the same bytes. */
const BARE_GOAL = 0.6
const BROWSER = { 'accept-encoding': 'gzip, br' }

/**
 * Compares cached pages with a bare Hono server that answers "hello", and with a server of node:http that sends the
 * same bytes and headers.
 * @param site with the demo content
 */
export async function measurePages(site: Server, hello: string, pace: Pace): Promise<Result[]> {
  const etag = (await fetch(`${site.url}/`, { headers: BROWSER })).headers.get('etag') ?? ''
  const pages: [string, string, Record<string, string>?][] = [
    ['home', '/'],
    ['all tools', '/tools'],
    ['a tool', '/tool/figma'],
    ['launches', '/launches'],
    ['navigation data of a tool', '/tool/figma.data?_routes=tool'],
    ['home, unchanged (304)', '/', { 'if-none-match': etag }],
  ]
  const results: Result[] = []
  for (const [name, path, headers] of pages) {
    const here = { address: site.url + path, headers: { ...BROWSER, ...headers } }
    const { ratio, one, median, p99 } = await compareLoads(pace, here, { address: `${hello}/` })
    results.push({
      name: `${name}: share of the requests of a bare Hono "hello"`,
      measured: `${(ratio * 100).toFixed(0)} % (${formatInteger(one)}/s, median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms)`,
      goal: `at least ${GOAL * 100} %`,
      isMet: ratio >= GOAL,
    })
  }
  for (const [name, path] of pages.slice(0, 3)) {
    const target = { address: site.url + path, headers: BROWSER }
    results.push(await compareWithBare(name, site, target, pace))
  }
  return results
}

/** By processor time, so that the load generator is no limit. */
async function compareWithBare(
  name: string,
  site: Server,
  target: Target,
  pace: Pace,
): Promise<Result> {
  const bare = await startServer(
    ['bench/servers/bare.ts', target.address, JSON.stringify(target.headers)],
    /ready/,
  )
  try {
    const other = { address: bare.url, headers: BROWSER }
    for (const { address, headers } of [target, other])
      await measureLoad(address, { ...pace, seconds: WARM_UP_SECONDS }, headers)
    const times: { own: number; bare: number }[] = []
    for (let round = 0; round < pace.rounds; round += 1) {
      times.push({
        bare: await measureRequest(bare.pid, other, pace),
        own: await measureRequest(site.pid, target, pace),
      })
    }
    const share = medianOf(times.map((each) => each.bare / each.own))
    const [own, least] = [
      medianOf(times.map((each) => each.own)),
      medianOf(times.map((each) => each.bare)),
    ]
    return {
      name: `${name}: share of the requests of node:http alone with the same bytes, by processor time`,
      measured: `${(share * 100).toFixed(0)} % (${own.toFixed(1)} µs, ${least.toFixed(1)} µs)`,
      goal: `at least ${BARE_GOAL * 100} %`,
      isMet: share >= BARE_GOAL,
    }
  } finally {
    await bare.stop()
  }
}

/** @returns the processor time of a request, in microseconds */
async function measureRequest(pid: number, { address, headers }: Target, pace: Pace) {
  const before = readProcessorTime(pid)
  const { count } = await measureLoad(address, pace, headers)
  return ((readProcessorTime(pid) - before) * 1000) / count
}
