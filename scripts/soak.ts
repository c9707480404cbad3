// `npm run soak`: the fault and fuzz tests in their long form, on both engines.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

const { status } = spawnSync(
  join(ROOT, 'node_modules', '.bin', 'vitest'),
  [
    'run',
    'tests/contract/fuzz.test.ts',
    'tests/process/power-cut.test.ts',
    ...process.argv.slice(2),
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { FUZZ_RUNS: '100000', KILL_ROUNDS: '100', ...process.env },
  },
)
process.exitCode = status ?? 1
