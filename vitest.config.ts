import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const on = (engine: 'pglite' | 'postgres', name: string, include: string[]) => ({
  test: {
    name: `${name} (${engine})`,
    include,
    provide: { engine },
    globalSetup: ['tests/support/engines.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

const both = (name: string, include: string, isolate = true) =>
  (['pglite', 'postgres'] as const).map((engine) => ({
    test: { ...on(engine, name, [include]).test, isolate },
  }))

/** Lets a site start once, for all that look at one. */
const STARTED = 'tests/support/started.ts'

/** A browser shows a change when it is ready: what is asked of a page is asked until then. */
const inBrowser = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
  // A busy machine makes a browser miss a beat; what is really broken fails twice.
  retry: process.env.CI ? 1 : 0,
}

/** The long files, of browsers and processes, begin: none of them ends last and alone. */
class LongFirst extends BaseSequencer {
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
    sequence: { sequencer: LongFirst },
    projects: [
      // What keeps nothing of its own shares processes: one for each file takes most of a second.
      {
        test: {
          name: 'unit',
          include: ['{app,backend,server,bench}/**/*.test.ts', 'tests/repository/*.test.ts'],
          isolate: false,
        },
      },
      ...both('rules', 'tests/rules/*.test.ts', false),
      ...both('contract', 'tests/contract/*.test.ts'),
      ...both('page cache', 'tests/page-cache/*.test.ts'),
      ...both('demo', 'tests/demo/*.test.ts'),
      {
        test: {
          name: 'process',
          include: ['tests/process/*.test.ts'],
          globalSetup: [STARTED],
          ...inBrowser,
        },
      },
      {
        test: {
          name: 'screens',
          include: ['tests/screens/*.test.ts'],
          globalSetup: [STARTED],
          ...inBrowser,
        },
      },
      // Rules and contract hold on both engines, so a page's way on one of them is enough: but for the
      // first review, which shows that whole sites run on either.
      ...[
        on('pglite', 'journeys', ['tests/journeys/{first-review,accounts}.test.ts']),
        on('postgres', 'journeys', ['tests/journeys/!(accounts).test.ts']),
      ].map(({ test }) => ({
        test: { ...test, ...inBrowser, globalSetup: [...test.globalSetup, STARTED] },
      })),
    ],
  },
})
