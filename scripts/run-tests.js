// `npm test`, with whatever Node the machine has: installs what is missing and builds, then runs
// every check and test. `npm test -- <path>` runs these test files without build and checks,
// `npm test -- --both` the tests of databases on both engines, `--pooler` behind PgBouncer.
import { spawnSync } from 'node:child_process'

const parameters = process.argv.slice(2)
const hasPaths = parameters.some((parameter) => !parameter.startsWith('--'))

run('scripts/set-up.js', hasPaths ? 'test-files' : 'test')
// The Node that the set-up has installed comes first in the PATH of an npm script.
run('scripts/test.ts', ...parameters)

function run(...args) {
  const { status } = spawnSync('node', args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
