// `npm test`: everything that must hold, and a last line that counts it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '..')
const BIN = join(ROOT, 'node_modules', '.bin')
const NODE = process.execPath

/** Each counts as one. */
const CHECKS: readonly { name: string; command: string; args: string[] }[] = [
  { name: 'lint and format', command: join(BIN, 'biome'), args: ['ci', '--log-level=warn', '.'] },
  { name: 'route types', command: join(BIN, 'react-router'), args: ['typegen'] },
  { name: 'types', command: join(BIN, 'tsc'), args: [] },
  { name: 'dead code', command: join(BIN, 'knip'), args: [] },
  { name: 'database types', command: NODE, args: ['scripts/database-types.ts', '--check'] },
]

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  success: z.boolean(),
})

let passed = 0
let failed = 0

for (const { name, command, args } of CHECKS) {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' })
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`)
  if (status === 0) passed += 1
  else failed += 1
}

const folder = mkdtempSync(join(tmpdir(), 'toolmark-report-'))
const file = join(folder, 'report.json')
const { status } = spawnSync(
  join(BIN, 'vitest'),
  [
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...process.argv.slice(2),
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...(process.env.CI ? { NO_COLOR: '1' } : {}) },
  },
)
try {
  const counted = report.parse(JSON.parse(readFileSync(file, 'utf8')))
  passed += counted.numPassedTests
  failed += counted.numFailedTests
  // A file that cannot even be loaded has no tests to count, and is a failure all the same.
  if (status !== 0 && counted.numFailedTests === 0) failed += 1
} catch {
  failed += 1
}
rmSync(folder, { recursive: true, force: true })

console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
