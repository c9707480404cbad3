import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ConformanceError } from '../conformance-error.ts'
import { type Outcome, readOutcomes, report } from './outcomes.ts'
import type { Suite } from './suites.ts'
import { CLI_SECRET } from './supabase-cli.ts'

const KEY_SCRIPT = join('test', 'generate-signing-keys.js')
const JEST = join('node_modules', 'jest', 'bin', 'jest.js')

/**
 * Runs the tests of a package against the server on the port of the Supabase CLI.
 * @throws {ConformanceError} with the program's errors, if the key script fails or jest writes no report
 */
export async function runJest(suite: Pick<Suite, 'tests'>, path: string): Promise<Outcome[]> {
  const needsKeys = existsSync(join(path, KEY_SCRIPT))
  if (needsKeys) {
    const keys = await run(KEY_SCRIPT, [], path)
    if (keys.code !== 0) throw failure(KEY_SCRIPT, path, keys)
  }
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  const file = join(folder, 'report.json')
  const shim = JSON.stringify({
    '^jsonwebtoken$': join(import.meta.dirname, 'sign-with-secret.cjs'),
  })
  try {
    const jest = await run(
      JEST,
      [
        '--json',
        `--outputFile=${file}`,
        '--coverage=false',
        '--runInBand',
        '--forceExit',
        ...(needsKeys ? [`--moduleNameMapper=${shim}`] : []),
        ...suite.tests,
      ],
      path,
    )
    // With 1 it has a report, because a test failed.
    const hasEnded = jest.code === 0 || jest.code === 1
    if (!hasEnded || !existsSync(file)) throw failure(JEST, path, jest)
    return readOutcomes(report.parse(JSON.parse(readFileSync(file, 'utf8'))), path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface Ended {
  /** Null if a signal ended the program. */
  code: number | null
  stderr: string
}

const failure = (script: string, path: string, { code, stderr }: Ended) =>
  new ConformanceError(
    `${script} failed in ${path} (exit code ${code ?? 'missing: ended by a signal'})\n${stderr.trimEnd()}`.trimEnd(),
  )

/** Runs a script of the package. */
async function run(script: string, args: readonly string[], cwd: string): Promise<Ended> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      // Where pnpm puts what the packages use without naming it.
      NODE_PATH: join(cwd, '..', '..', '..', 'node_modules', '.pnpm', 'node_modules'),
      JWT_SECRET: CLI_SECRET,
      JSONWEBTOKEN: join(cwd, 'node_modules', 'jsonwebtoken'),
    },
  })
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code))
  })
  const [code, stderr] = await Promise.all([exit, text(child.stderr)])
  return { code, stderr }
}
