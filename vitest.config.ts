import { existsSync, statfsSync, statSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findPgbouncer } from './scripts/test-tools.js'

// Test files share a process, because a new one loads its modules and compiles PGlite again. A file
// therefore restores what it changes in the process, such as the clock.
const isolate = false

/**
 * V8 13.6 may free a wrapper of WebAssembly's imports twice if an engine starts while V8 collects code
 * of one that has ended: `Check failed: jit_page_->allocations_.erase(addr) == 1`
 * (nodejs/node#64500). `npm start` has the option too, because PGlite's engine restarts.
 */
const execArgv = ['--no-wasm-code-gc']

/**
 * Databases, sites and browsers write their files to memory where the machine has room for them: a copy
 * of a PostgreSQL database takes 0.03 s of processor time there and 0.4 s on a disk.
 */
const MEMORY = '/dev/shm'
const NEEDED_BYTES = 2 * 2 ** 30
const hasRoom = () => {
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > NEEDED_BYTES
}
if (!process.env.TMPDIR && existsSync(MEMORY) && hasRoom()) process.env.TMPDIR = MEMORY

/** A project per engine, not per folder: a worker process belongs to one project. */
const on = (engine: 'pglite' | 'postgres', name: string, include: string[]) => ({
  isolate,
  execArgv,
  name: `${name} (${engine})`,
  include,
  provide: { engine },
  globalSetup: ['tests/support/databases/prepare-databases.ts'],
  setupFiles: ['tests/support/runner/throw-deprecations.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // A change reaches a page, a cache or a listener later, on a busy machine much later.
  expect: { poll: { timeout: 15_000 } },
})

const DATABASE_TESTS = ['tests/{rules,contract,page-cache,demo}/**/*.test.ts']

/**
 * Tests of what can differ between the engines; the others run on PostgreSQL alone, unless `npm test` gets
 * `--both` or the path of a file.
 */
const ENGINE_DEPENDENT_TESTS = [
  'tests/page-cache/processes.test.ts',
  'tests/contract/{rest,realtime}/**/*.test.ts',
  'tests/contract/{fuzz,tools-area}.test.ts',
  'tests/contract/storage/objects.test.ts',
  'tests/contract/auth/{accounts,ended-sessions}.test.ts',
  'tests/rules/{concurrency,direct-calls,rights}.test.ts',
  'tests/rules/catalogue/{import,merging}.test.ts',
  'tests/rules/content/{cascades,search}.test.ts',
  'tests/rules/moderation/transparency.test.ts',
]
/**
 * Tests of what can differ behind a pooler in transaction mode, which gives each transaction another session;
 * `npm test -- --pooler` runs all tests of databases behind it.
 */
const SESSION_DEPENDENT_TESTS = [
  'tests/engine/lost-connection.test.ts',
  'tests/contract/rest/{client,writing}.test.ts',
  'tests/contract/{auth,realtime}/processes.test.ts',
]
const isBehindPooler = process.env.TEST_ENGINES === 'pooler'

const onBothEngines = process.env.TEST_ENGINES === 'both'

/** They damage engines, so they share no process with others. */
const ENGINE_TESTS = ['tests/engine/**/*.test.ts']
/** A site on PGlite sends an email in tests/process/realtime.test.ts; the other files have no test for it. */
const PGLITE_TESTS = onBothEngines
  ? ENGINE_TESTS
  : ['tests/engine/**/!(jobs|pooler|supabase-cli|valkey).test.ts']
const POSTGRES_TESTS = ['tests/engine/**/!(pglite-sync|runaway).test.ts']

/** Tests of processes and in browsers. */
const onSites = (engine: 'pglite' | 'postgres', include: string[]) => {
  const project = on(engine, 'sites', include)
  return {
    ...project,
    globalSetup: [...project.globalSetup, 'tests/support/sites/prepare-sites.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  }
}

/**
 * Starts browsers and processes first, then project by project, because a worker that gets a file of
 * another project ends and a new one loads all modules again. Large files first, so that no worker is
 * idle at the end.
 */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weigh = ({ project: { name } }: TestSpecification) => (name.startsWith('sites') ? 1 : 0)
    return files.toSorted(
      (one, other) =>
        weigh(other) - weigh(one) ||
        one.project.name.localeCompare(other.project.name) ||
        statSync(other.moduleId).size - statSync(one.moduleId).size,
    )
  }
}

export default defineConfig({
  test: {
    // Files of browsers and processes also wait, so two cores have time for a third worker.
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{app,backend,server,bench,scripts}/**/*.test.ts',
            'tests/repository/*.test.ts',
          ],
          isolate,
          execArgv,
          // On a busy machine a process of its own takes seconds to start.
          testTimeout: 30_000,
        },
      },
      {
        test: on('pglite', 'databases', onBothEngines ? DATABASE_TESTS : ENGINE_DEPENDENT_TESTS),
      },
      ...(isBehindPooler ? [] : [{ test: on('postgres', 'databases', DATABASE_TESTS) }]),
      ...(findPgbouncer()
        ? [
            {
              test: {
                ...on(
                  'postgres',
                  'pooler',
                  isBehindPooler
                    ? [...DATABASE_TESTS, ...SESSION_DEPENDENT_TESTS]
                    : SESSION_DEPENDENT_TESTS,
                ),
                provide: { engine: 'postgres' as const, isPooled: true },
              },
            },
          ]
        : []),
      { test: on('pglite', 'engine', PGLITE_TESTS) },
      { test: on('postgres', 'engine', POSTGRES_TESTS) },
      // Rules and contract tests prove the differences of the engines, so a screen needs one engine only. A
      // site on PGlite takes twice the processor time.
      {
        test: onSites('postgres', [
          'tests/screens/**/!(browsing).test.ts',
          'tests/journeys/!(first-review).test.ts',
        ]),
      },
      {
        test: onSites('pglite', [
          'tests/screens/browsing.test.ts',
          'tests/journeys/first-review.test.ts',
        ]),
      },
      // Without an engine: these sites run on copies of PGlite's data or of PostgreSQL's template.
      {
        test: {
          ...onSites('pglite', ['tests/process/*.test.ts']),
          name: 'sites (processes)',
          provide: {},
        },
      },
    ],
  },
})
