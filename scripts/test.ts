// Runs every check and test; the last line counts them. With paths it runs these test files alone.
// `--package=NAME` runs the tests of one package, `--both` runs the tests of databases on both engines, as paths do; `--pooler` runs them behind PgBouncer.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '..')
const BIN = join(ROOT, 'node_modules', '.bin')
const NODE = process.execPath

/** Each counts as one test. */
const CHECKS: readonly { name: string; command: string; args: string[] }[] = [
  { name: 'lint and format', command: join(BIN, 'biome'), args: ['ci', '--log-level=warn', '.'] },
  { name: 'route types', command: join(BIN, 'react-router'), args: ['typegen', 'packages/site'] },
  // Several checkers compute the same types once each.
  { name: 'types', command: join(BIN, 'tsc'), args: ['--singleThreaded'] },
  { name: 'dead code', command: join(BIN, 'knip'), args: [] },
  { name: 'database types', command: NODE, args: ['scripts/database-types.ts', '--check'] },
  { name: 'settings', command: NODE, args: ['scripts/settings.ts', '--check'] },
]

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  success: z.boolean(),
})

let passed = 0
let failed = 0

const parameters = process.argv.slice(2)
const paths = parameters.filter((parameter) => !parameter.startsWith('--'))
const [, ofPackage] = /^--package=(.*)$/m.exec(parameters.join('\n')) ?? []
const hasChecks = paths.length === 0 && !ofPackage
const isBehindPooler = parameters.includes('--pooler')
const isOnBothEngines = paths.length > 0 || parameters.includes('--both')
const engines = isBehindPooler ? 'pooler' : isOnBothEngines ? 'both' : undefined

/** Runs a program. @returns its status, and what it printed unless it printed directly */
function run(command: string, args: string[], isPrinting: boolean, env = process.env) {
  const child = spawn(command, args, { cwd: ROOT, env, stdio: isPrinting ? 'inherit' : 'pipe' })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  }
  return new Promise<{ status: number | null; output: string }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) => resolve({ status, output: Buffer.concat(chunks).toString() }))
  })
}

/** One after the other: the types need those of the routes. Their output follows that of the tests. */
async function runChecks(): Promise<string[]> {
  const lines: string[] = []
  for (const { name, command, args } of hasChecks ? CHECKS : []) {
    const { status, output } = await run(command, args, false)
    if (status === 0) passed += 1
    else failed += 1
    lines.push(status === 0 ? `ok     ${name}` : `${output}FAILED ${name}`)
  }
  return lines
}

const folder = mkdtempSync(join(tmpdir(), 'toolmark-report-'))
const file = join(folder, 'report.json')
const checks = runChecks()
const { status } = await run(
  NODE,
  [
    // This process prepares databases with PGlite: the reason is in vitest.config.ts.
    '--no-wasm-code-gc',
    join(BIN, 'vitest'),
    'run',
    paths.length > 0 ? '--reporter=default' : '--reporter=dot',
    '--reporter=json',
    ...(paths.length > 0 ? [] : ['--reporter=./scripts/file-times.ts']),
    `--outputFile.json=${file}`,
    ...(ofPackage ? ['--project', `${ofPackage} *`] : []),
    ...paths,
  ],
  true,
  {
    ...process.env,
    ...(engines ? { TEST_ENGINES: engines } : {}),
    ...(process.env.CI ? { NO_COLOR: '1' } : {}),
  },
)
for (const line of await checks) console.log(line)
try {
  const counted = report.parse(JSON.parse(readFileSync(file, 'utf8')))
  passed += counted.numPassedTests
  failed += counted.numFailedTests
  // A file that cannot be loaded has no tests to count and still is a failure.
  if (status !== 0 && counted.numFailedTests === 0) failed += 1
} catch {
  failed += 1
}
rmSync(folder, { recursive: true, force: true })

console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
