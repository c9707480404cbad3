import { join } from 'node:path'
import {
  createDatabaseProjects,
  createProject,
  createUnitProject,
  isOnBothEngines,
} from '@toolmark/backend/tests/support/runner/projects.ts'
import { defineConfig } from 'vitest/config'

const root = import.meta.dirname
const site = { name: 'site', root, schema: join(root, 'supabase', 'migrations') }

/** Tests of processes and in browsers. */
const onSites = (engine: 'pglite' | 'postgres', include: string[]) => {
  const project = createProject(site, engine, 'screens', include)
  return {
    ...project,
    globalSetup: [...project.globalSetup, join(root, 'tests/support/sites/prepare-sites.ts')],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  }
}

const processes = onSites('pglite', ['tests/process/*.test.ts'])

export const projects = [
  createUnitProject(site, ['{app,server}/**/*.test.ts']),
  ...createDatabaseProjects(site, {
    tests: ['tests/{rules,contract,page-cache,demo}/**/*.test.ts'],
    engineDependent: [
      'tests/page-cache/processes.test.ts',
      'tests/contract/tools-area.test.ts',
      'tests/contract/realtime/**/*.test.ts',
      'tests/rules/{concurrency,direct-calls,rights}.test.ts',
      'tests/rules/catalogue/{import,merging,vitality}.test.ts',
      'tests/rules/content/{cascades,search}.test.ts',
      'tests/rules/moderation/transparency.test.ts',
    ],
    sessionDependent: ['tests/engine/lost-connection.test.ts'],
  }),
  // They damage engines, so they share no process with others. A site on PGlite sends an email in
  // tests/process/realtime.test.ts; the other files have no test for it.
  createProject(site, 'pglite', 'engine', [
    isOnBothEngines
      ? 'tests/engine/**/*.test.ts'
      : 'tests/engine/**/!(jobs|pooler|supabase-cli).test.ts',
  ]),
  createProject(site, 'postgres', 'engine', ['tests/engine/**/!(runaway).test.ts']),
  // Rules and contract tests prove the differences of the engines, so a screen needs one engine only. A
  // site on PGlite takes twice the processor time.
  onSites('postgres', [
    'tests/screens/**/!(browsing).test.ts',
    'tests/journeys/!(first-review).test.ts',
  ]),
  onSites('pglite', ['tests/screens/browsing.test.ts', 'tests/journeys/first-review.test.ts']),
  // Without an engine: these sites run on copies of PGlite's data or of PostgreSQL's template.
  { ...processes, name: 'site processes', provide: { schema: processes.provide.schema } },
].map((test) => ({ test }))

export default defineConfig({ test: { maxWorkers: 3, projects } })
