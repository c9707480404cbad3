// `npm test`, with whatever Node the machine has: installs what is missing and builds, then runs
// every check and test. `npm test -- <path>` runs these test files without build and checks,
// `npm test -- --both` the tests of databases on both engines, `--pooler` behind PgBouncer. In packages/backend
// `npm test` passes `--package backend`: it runs the tests of that package, which need no build.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SCRIPTS = join(fileURLToPath(import.meta.url), '..')
const parameters = process.argv.slice(2)
const hasPaths = parameters.some((parameter) => !parameter.startsWith('--'))
const isOfBackend = parameters.some((parameter) => parameter === '--package=backend')

run('set-up.js', isOfBackend ? 'test-tools' : hasPaths ? 'test-files' : 'test')
// The Node that the set-up has installed comes first in the PATH of an npm script.
run('test.ts', ...parameters)

function run(file, ...args) {
  const { status } = spawnSync('node', [join(SCRIPTS, file), ...args], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
