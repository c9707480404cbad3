// `npm run soak`: the fuzz, `kill -9` and costly-loop tests in their long form, and every other fault.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

const { status } = spawnSync(
  join(ROOT, 'node_modules', '.bin', 'vitest'),
  [
    'run',
    'backend/tests/fuzz.test.ts',
    'tests/engine/engine-faults.test.ts',
    'tests/engine/lost-connection.test.ts',
    'tests/engine/killed.test.ts',
    'tests/engine/killed-jobs.test.ts',
    'tests/engine/costly-loops.test.ts',
    'tests/engine/copies.test.ts',
    'tests/process/start.test.ts',
    'tests/process/power-cut.test.ts',
    'tests/process/full-disk.test.ts',
    'tests/engine/runaway.test.ts',
    'tests/process/realtime.test.ts',
    'tests/process/backup.test.ts',
    'tests/rules/moderation/concurrent-decisions.test.ts',
    ...process.argv.slice(2),
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      FUZZ_RUNS: '100000',
      KILL_ROUNDS: '100',
      LOOP_SECONDS: '60',
      DECISION_PARTNERS: '100',
      ...process.env,
    },
  },
)
process.exitCode = status ?? 1
