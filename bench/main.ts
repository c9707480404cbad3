// `npm run bench`: one table of ratios, taken in one run; `npm run bench -- --long` takes its time.
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { firstLoads } from './first-load.ts'

const ROOT = join(import.meta.dirname, '..')
const SECONDS = process.argv.includes('--long') ? 20 : 3
const ROUNDS = process.argv.includes('--long') ? 5 : 3
const CONNECTIONS = 32
/** Those whose first load is counted. */
const PAGES = ['/', '/all-tools', '/tool/figma', '/launches']
const BROWSER = { 'accept-encoding': 'gzip, br' }

const seen = z.object({
  perSecond: z.number(),
  median: z.number(),
  p99: z.number(),
  bytes: z.number(),
  faults: z.number(),
})
type Seen = z.infer<typeof seen>

/** A server of our own, on a port that it is told; it has begun when it says the word. */
async function startServer(file: string, port: number, word: RegExp, more = {}) {
  const child = spawn(process.execPath, [join(ROOT, file)], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => word.test(String(chunk)) && resolve())
    child.once('exit', () => reject(new Error(`${file} ended`)))
  })
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill('SIGTERM') }
}

async function load(address: string, headers: Record<string, string> = {}): Promise<Seen> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(ROOT, 'bench', 'load.ts'),
    address,
    String(SECONDS),
    String(CONNECTIONS),
    JSON.stringify(headers),
  ])
  return seen.parse(JSON.parse(stdout))
}

const middle = (numbers: number[]) =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

const folder = mkdtempSync(join(tmpdir(), 'toolmark-bench-'))
const hello = await startServer('bench/hello.ts', 4801, /hello/)
const site = await startServer('server/main.ts', 4802, /Toolmark is at/, {
  DATA_DIR: folder,
  LOGO_SERVICE: 'off',
})
try {
  const apikey = await anonKey()
  const etag = (await fetch(`${site.url}/`, { headers: BROWSER })).headers.get('etag') ?? ''
  const lines: [string, string, Record<string, string>][] = [
    ['home', '/', BROWSER],
    ['listing', '/tools', BROWSER],
    ['a tool', '/tool/figma', BROWSER],
    ['launches', '/launches', BROWSER],
    ['home, as it was (304)', '/', { ...BROWSER, 'if-none-match': etag }],
    [
      '12 rows of /rest/v1/tools',
      '/rest/v1/tools?select=id,name,slug,description,rating_average&order=name&limit=12',
      { apikey },
    ],
  ]
  console.log(
    `${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections, medians of the rounds\n`,
  )
  console.log('| | requests/s | of a bare Hono "hello" | median ms | p99 ms | bytes |')
  console.log('|---|---|---|---|---|---|')
  for (const [name, path, headers] of lines) {
    const ratios: number[] = []
    const rounds: Seen[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const bare = await load(`${hello.url}/`)
      const here = await load(site.url + path, headers)
      if (here.faults > 0) throw new Error(`${name}: ${here.faults} faults`)
      ratios.push(here.perSecond / bare.perSecond)
      rounds.push(here)
    }
    const of = (key: keyof Seen) => middle(rounds.map((each) => each[key]))
    console.log(
      `| ${name} | ${of('perSecond').toFixed(0)} | ${(middle(ratios) * 100).toFixed(0)} % | ${of('median').toFixed(2)} | ${of('p99').toFixed(2)} | ${of('bytes')} |`,
    )
  }
  console.log('\n| first load | script | styles | fonts | requests | layout shift |')
  console.log('|---|---|---|---|---|---|')
  for (const [path, seen] of await firstLoads(site.url, PAGES)) {
    const bytes = [seen.script, seen.styles, seen.fonts].map((size) => size.toLocaleString('en'))
    console.log(`| ${path} | ${bytes.join(' | ')} | ${seen.requests} | ${seen.shift} |`)
  }
} finally {
  hello.stop()
  site.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function anonKey(): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(ROOT, 'server', 'keys-command.ts')],
    { env: { PATH: process.env.PATH, DATA_DIR: folder } },
  )
  return z.object({ anon_key: z.string() }).parse(JSON.parse(stdout)).anon_key
}
