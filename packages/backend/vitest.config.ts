import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import {
  createDatabaseProjects,
  createProject,
  createUnitProject,
} from './tests/support/runner/projects.ts'

const root = import.meta.dirname
const backend = { name: 'backend', root, schema: join(root, 'example', 'schema') }

export const projects = [
  ...createDatabaseProjects(backend, {
    tests: ['tests/{auth,rest,storage,realtime}/**/*.test.ts', 'tests/*.test.ts'],
    engineDependent: ['tests/{rest,realtime}/**/*.test.ts', 'tests/fuzz.test.ts'],
    sessionDependent: ['tests/rest/writing.test.ts', 'tests/{auth,realtime}/processes.test.ts'],
  }),
  createUnitProject(backend, ['{src,conformance,tests/process}/**/*.test.ts']),
  // They damage engines, so they share no process with others.
  createProject(backend, 'pglite', 'engine', ['tests/engine/**/!(valkey).test.ts']),
  createProject(backend, 'postgres', 'engine', ['tests/engine/**/!(pglite-sync).test.ts']),
].map((test) => ({ test }))

export default defineConfig({ test: { maxWorkers: 3, projects } })
