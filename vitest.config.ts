import { defineConfig } from 'vitest/config'

const both = (name: string, include: string) =>
  (['pglite', 'postgres'] as const).map((engine) => ({
    test: {
      name: `${name} (${engine})`,
      include: [include],
      provide: { engine },
      globalSetup: ['tests/support/engines.ts'],
      testTimeout: 30_000,
      hookTimeout: 60_000,
    },
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

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'unit', include: ['{app,backend,server}/**/*.test.ts'] } },
      ...both('rules', 'tests/rules/*.test.ts'),
      ...both('contract', 'tests/contract/*.test.ts'),
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
      ...both('journeys', 'tests/journeys/*.test.ts').map(({ test }) => ({
        test: { ...test, ...inBrowser, globalSetup: [...test.globalSetup, STARTED] },
      })),
    ],
  },
})
