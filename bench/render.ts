import { execFile, execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compare, type Pace } from './compare.ts'
import { rowsOf } from './rows.ts'
import { type Line, PEERS, ROOT, startServer, whole } from './support.ts'

const RENDERINGS = { short: 1000, long: 5000 }
const MOST_PROCESSOR = 2
const WANTED = 4

/**
 * A listing of 24 cards rendered afresh: what one takes of the processor, and beside the same page
 * in Next.js (peers/next). Both have the rows that the site's page was given in memory, Next.js even
 * as objects; both render the whole document for each request, one process each, uncompressed.
 * @param site the address of one with the demo content
 * @param folder for what is kept meanwhile
 */
export async function render(
  site: string,
  anonKey: string,
  folder: string,
  pace: Pace,
): Promise<Line[]> {
  const rows = join(folder, 'rows.json')
  writeFileSync(rows, JSON.stringify(await rowsOf(site, anonKey, '/tools')))
  const count = pace.isLong ? RENDERINGS.long : RENDERINGS.short
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(ROOT, 'bench', 'fresh.ts'), rows, String(count)],
    { env: { PATH: process.env.PATH } },
  )
  const processor = Number(stdout)
  const fresh = await startServer(['bench/fresh.ts', rows], /fresh/)
  const next = await startNext(rows)
  try {
    const cards = await Promise.all([fresh, next].map(({ url }) => cardsOf(`${url}/tools`)))
    if (cards.some((number) => number !== 24)) throw new Error(`${cards} cards in place of 24`)
    const { ratio, one, other } = await compare(
      pace,
      { address: `${fresh.url}/tools` },
      { address: `${next.url}/tools` },
    )
    return [
      {
        what: 'a listing of 24 cards, rendered afresh, processor time',
        figure: `${processor.toFixed(2)} ms`,
        wanted: `less than ${MOST_PROCESSOR} ms`,
        isMet: processor < MOST_PROCESSOR,
      },
      {
        what: 'the same, of the page in Next.js',
        figure: `${ratio.toFixed(1)} times (${whole(one)}/s, ${whole(other)}/s)`,
        wanted: `at least ${WANTED} times`,
        isMet: ratio >= WANTED,
      },
    ]
  } finally {
    await fresh.stop()
    await next.stop()
  }
}

const NEXT = join(PEERS, 'node_modules', 'next', 'dist', 'bin', 'next')

function startNext(rows: string) {
  const app = join(PEERS, 'next')
  const more = { ROWS: rows, NEXT_TELEMETRY_DISABLED: '1' }
  execFileSync(process.execPath, [NEXT, 'build'], {
    cwd: app,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...more },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return startServer([NEXT, 'start', app, '-p', '$PORT', '-H', '127.0.0.1'], /Ready in/, more)
}

async function cardsOf(address: string): Promise<number> {
  const html = await (await fetch(address)).text()
  return html.match(/<article/g)?.length ?? 0
}
