// `node scripts/run.js FILE …` runs a file with Node 24, with whatever Node the machine has and in a fresh clone: it
// installs first what is missing. A shell that has found `node` once does not look again, so scripts of package.json
// start every other file with it.
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNode24 } from './node24.js'

const SET_UP = join(fileURLToPath(import.meta.url), '..', 'set-up.js')

// The output of the file is its own: `npm run --silent keys` prints JSON.
const { status } = spawnSync(process.execPath, [SET_UP, 'tools'], {
  stdio: ['ignore', 2, 2],
})
if (status !== 0) process.exit(status ?? 1)
const child = spawn(findNode24(), process.argv.slice(2), { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => process.exit(code ?? 1))
