import { createServer } from 'node:http'
import type { Checkouts } from '../find-checkouts.ts'
import { compareOutcomes } from './outcomes.ts'
import { runJest } from './run-jest.ts'
import { serveSuite } from './serve-suite.ts'
import { CLI_PORT } from './supabase-cli.ts'

export interface SuiteResult {
  name: string
  /** Test cases that fail if the server answers 501 to everything, and files without results. */
  cases: number
  passed: number
  failures: string[]
}

/**
 * Runs the tests of the clients that need a server, with jest, against a fresh backend.
 * @throws {ConformanceError} if the tests of a package cannot run
 */
export async function runSuites(clients: Checkouts['clients']): Promise<SuiteResult[]> {
  const results: SuiteResult[] = []
  for (const { suite, path } of clients) {
    const stopStub = await serveStub()
    const without = await runJest(suite, path).finally(stopStub)
    const stop = await serveSuite(suite, path)
    const actual = await runJest(suite, path).finally(stop)
    results.push({ name: suite.name, ...compareOutcomes(without, actual) })
  }
  return results
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
