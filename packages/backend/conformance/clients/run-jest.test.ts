import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runJest } from './run-jest.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'conformance-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(path: string, source: string): void {
  const file = join(folder, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, source)
}

const writeJest = (source: string) => write('node_modules/jest/bin/jest.js', source)

/** The source of a test runner that writes a report. */
const reporting = (testResults: object[], code: number) => `
  const file = process.argv.find((each) => each.startsWith('--outputFile=')).slice(13)
  require('node:fs').writeFileSync(file, ${JSON.stringify(JSON.stringify({ testResults }))})
  console.error('a summary')
  process.exitCode = ${code}`

const suite = { tests: [] }

test('a file that cannot be compiled is a failed outcome with its message', async () => {
  const passed = { fullName: 'reads', status: 'passed', failureMessages: [] }
  const skipped = { fullName: 'waits', status: 'pending', failureMessages: [] }
  const results = [
    { name: join(folder, 'test/a.test.ts'), message: '', assertionResults: [passed, skipped] },
    { name: join(folder, 'test/b.test.ts'), message: 'no module x', assertionResults: [] },
  ]
  writeJest(reporting(results, 1))
  expect(await runJest(suite, folder)).toEqual([
    { file: 'test/a.test.ts', name: 'reads', isPassed: true, message: '' },
    {
      file: 'test/b.test.ts',
      name: 'the file has no results',
      isPassed: false,
      message: 'no module x',
    },
  ])
})

test.each([
  ['without a report', "console.error('no such option'); process.exitCode = 1"],
  [
    'with another exit code',
    `${reporting([], 0)}; console.error('no such option'); process.exitCode = 3`,
  ],
])('a test runner that ends %s is an error with its output', async (_case, source) => {
  writeJest(source)
  await expect(runJest(suite, folder)).rejects.toThrow(
    /^node_modules\/jest\/bin\/jest\.js failed in .* \(exit code [13]\)\n(a summary\n)?no such option$/,
  )
})

test('a key script that fails is an error with its output, and the tests do not run', async () => {
  writeJest("throw new Error('the tests ran')")
  write('test/generate-signing-keys.js', "console.error('no openssl'); process.exitCode = 2")
  await expect(runJest(suite, folder)).rejects.toThrow(
    /^test\/generate-signing-keys\.js failed in .* \(exit code 2\)\nno openssl$/,
  )
  write('test/generate-signing-keys.js', '')
  writeJest(reporting([], 0))
  expect(await runJest(suite, folder)).toEqual([])
})
