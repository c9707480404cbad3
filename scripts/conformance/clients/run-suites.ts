import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { serveSuite } from './serve-suite.ts'
import { SUITES, type Suite } from './suites.ts'
import { CLI_PORT, CLI_SECRET } from './supabase-cli.ts'

export interface SuiteResult {
  name: string
  /** Test cases that fail if the server answers 501 to everything. */
  cases: number
  passed: number
  failures: string[]
}

/**
 * Runs the tests of the clients that need a server, with jest, against a fresh backend.
 * @param folder of a checkout of supabase-js in which `pnpm install` has run
 * @param only a package's name
 */
export async function runSuites(folder: string, only?: string): Promise<SuiteResult[]> {
  const results: SuiteResult[] = []
  for (const suite of SUITES) {
    const path = join(folder, 'packages', 'core', suite.name)
    if ((only && suite.name !== only) || !existsSync(join(path, 'node_modules'))) continue
    const stopStub = await serveStub()
    const without = await runJest(suite, path).finally(stopStub)
    const stop = await serveSuite(suite, path)
    const outcomes = await runJest(suite, path).finally(stop)
    const needed = [...without].filter(([, { isPassed }]) => !isPassed).map(([name]) => name)
    const failed = needed.filter((name) => !outcomes.get(name)?.isPassed)
    results.push({
      name: suite.name,
      cases: needed.length,
      passed: needed.length - failed.length,
      failures: failed.map(
        (name) => `${name}\n    ${outcomes.get(name)?.message ?? 'did not run'}`,
      ),
    })
  }
  return results
}

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
})

interface Outcome {
  isPassed: boolean
  /** Why it failed. */
  message: string
}

/** @returns the outcome of each test case that is not skipped, by file and name */
async function runJest(suite: Suite, path: string): Promise<Map<string, Outcome>> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  const file = join(folder, 'report.json')
  const needsKeys = existsSync(join(path, 'test', 'generate-signing-keys.js'))
  if (needsKeys) await run('test/generate-signing-keys.js', [], path)
  const shim = JSON.stringify({
    '^jsonwebtoken$': join(import.meta.dirname, 'sign-with-secret.cjs'),
  })
  await run(
    join('node_modules', 'jest', 'bin', 'jest.js'),
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
  const { testResults } = report.parse(JSON.parse(readFileSync(file, 'utf8')))
  rmSync(folder, { recursive: true })
  const outcomes = new Map<string, Outcome>()
  for (const { name, assertionResults } of testResults) {
    for (const { fullName, status, failureMessages } of assertionResults) {
      if (status !== 'passed' && status !== 'failed') continue
      const base = `${relative(path, name)}: ${fullName}`
      // Some cases have the same name.
      let unique = base
      for (let count = 2; outcomes.has(unique); count += 1) unique = `${base} (${count})`
      const message = failureMessages.join('\n').split('\n').slice(0, 40).join('\n    ')
      outcomes.set(unique, { isPassed: status === 'passed', message })
    }
  }
  return outcomes
}

/** Runs a script of the suite; jest ends with 1 if a test fails. */
async function run(script: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    stdio: 'ignore',
    env: {
      ...process.env,
      // Where pnpm puts what the packages use without naming it.
      NODE_PATH: join(cwd, '..', '..', '..', 'node_modules', '.pnpm', 'node_modules'),
      JWT_SECRET: CLI_SECRET,
      JSONWEBTOKEN: join(cwd, 'node_modules', 'jsonwebtoken'),
    },
  })
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => resolve())
  })
}

/** A server that implements nothing. */
async function serveStub(): Promise<() => Promise<void>> {
  const server = createServer((_request, response) => {
    response.writeHead(501, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(CLI_PORT, 'localhost', resolve))
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
