import { compareLoads, type Pace } from '../compare-loads.ts'
import { formatInteger } from '../figures.ts'
import type { Result } from '../results.ts'

/** Requests a second of a cached page, as a share of those of the bare server. */
const GOAL = 0.4
const BROWSER = { 'accept-encoding': 'gzip, br' }

/**
 * Compares cached pages with a bare Hono server that answers "hello".
 * @param site the address of a site with the demo content
 */
export async function measurePages(site: string, hello: string, pace: Pace): Promise<Result[]> {
  const etag = (await fetch(`${site}/`, { headers: BROWSER })).headers.get('etag') ?? ''
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
    const here = { address: site + path, headers: { ...BROWSER, ...headers } }
    const { ratio, one, median, p99 } = await compareLoads(pace, here, { address: `${hello}/` })
    results.push({
      name: `${name}: share of the requests of a bare Hono "hello"`,
      measured: `${(ratio * 100).toFixed(0)} % (${formatInteger(one)}/s, median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms)`,
      goal: `at least ${GOAL * 100} %`,
      isMet: ratio >= GOAL,
    })
  }
  return results
}
