import { compare, type Pace } from './compare.ts'
import { type Line, whole } from './support.ts'

/** The least share of a bare server's requests that a page out of the cache must have. */
const WANTED = 0.4
const BROWSER = { 'accept-encoding': 'gzip, br' }

/**
 * Finished pages beside a bare Hono that says "hello".
 * @param site its address, with the demo content
 */
export async function pages(site: string, hello: string, pace: Pace): Promise<Line[]> {
  const etag = (await fetch(`${site}/`, { headers: BROWSER })).headers.get('etag') ?? ''
  const pages: [string, string, Record<string, string>?][] = [
    ['home', '/'],
    ['listing', '/tools'],
    ['a tool', '/tool/figma'],
    ['launches', '/launches'],
    ['what the browser asks for to go on to a tool', '/tool/figma.data?_routes=tool'],
    ['home, as it was (304)', '/', { 'if-none-match': etag }],
  ]
  const lines: Line[] = []
  for (const [name, path, more] of pages) {
    const here = { address: site + path, headers: { ...BROWSER, ...more } }
    const { ratio, one, median, p99 } = await compare(pace, here, { address: `${hello}/` })
    lines.push({
      what: `${name}, finished, of a bare Hono "hello"`,
      figure: `${(ratio * 100).toFixed(0)} % (${whole(one)}/s, median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms)`,
      wanted: `at least ${WANTED * 100} %`,
      isMet: ratio >= WANTED,
    })
  }
  return lines
}
