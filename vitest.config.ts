import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Test files share a process, because a new one loads its modules and compiles PGlite again. A file
// therefore restores what it changes in the process, such as the clock.
const isolate = false

const on = (engine: 'pglite' | 'postgres', name: string, include: string[]) => ({
  test: {
    isolate,
    name: `${name} (${engine})`,
    include,
    provide: { engine },
    globalSetup: ['tests/support/prepare-databases.ts'],
    setupFiles: ['tests/support/throw-deprecations.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

const both = (name: string, include: string) =>
  (['pglite', 'postgres'] as const).map((engine) => on(engine, name, [include]))

/** Starts a site once, for all test files that copy its data. */
const PREPARE_SITES = 'tests/support/prepare-sites.ts'

/** Assertions on a page poll, because a browser shows a change later. */
const inBrowser = {
  isolate,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
}

/** Starts the long files of browsers and processes first, so that no worker is idle at the end. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ project }: TestSpecification) =>
      /^(screens|process|journeys)/.test(project.name)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    maxWorkers: 2,
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
        },
      },
      ...both('rules', 'tests/rules/**/*.test.ts'),
      ...both('contract', 'tests/contract/**/*.test.ts'),
      ...both('engine', 'tests/engine/**/*.test.ts'),
      ...both('page cache', 'tests/page-cache/*.test.ts'),
      ...both('demo', 'tests/demo/*.test.ts'),
      {
        test: {
          name: 'process',
          include: ['tests/process/*.test.ts'],
          globalSetup: [PREPARE_SITES],
          ...inBrowser,
        },
      },
      {
        test: {
          name: 'screens',
          include: ['tests/screens/*.test.ts'],
          globalSetup: [PREPARE_SITES],
          ...inBrowser,
        },
      },
      // Rules and contract tests run on both engines, so each journey needs one engine only.
      ...[
        on('pglite', 'journeys', ['tests/journeys/{first-review,accounts}.test.ts']),
        on('postgres', 'journeys', ['tests/journeys/!(first-review|accounts).test.ts']),
      ].map(({ test }) => ({
        test: { ...test, ...inBrowser, globalSetup: [...test.globalSetup, PREPARE_SITES] },
      })),
    ],
  },
})
