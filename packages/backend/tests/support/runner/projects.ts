// The projects of both packages. Vitest has one for each engine, because a worker process belongs to one project.
import { existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { findPgbouncer } from '../../../../../scripts/test-tools.js'

const SUPPORT = join(import.meta.dirname, '..')

/**
 * V8 13.6 may free a wrapper of WebAssembly's imports twice if an engine starts while V8 collects code
 * of one that has ended: `Check failed: jit_page_->allocations_.erase(addr) == 1`
 * (nodejs/node#64500). `npm start` has the option too, because PGlite's engine restarts.
 */
const execArgv = ['--no-wasm-code-gc']

// Test files share a process, because a new one loads its modules and compiles PGlite again. A file
// therefore restores what it changes in the process, such as the clock.
const isolate = false

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

type Engine = 'pglite' | 'postgres'

interface Package {
  /** In the names of the projects and databases. */
  name: string
  /** Its folder. */
  root: string
  /** The folder of its SQL files. */
  schema: string
}

/** Tests of functions, without a database. */
export const createUnitProject = ({ name, root }: Omit<Package, 'schema'>, include: string[]) => ({
  root,
  name: `${name} unit`,
  include,
  isolate,
  execArgv,
  // On a busy machine a process of its own takes seconds to start.
  testTimeout: 60_000,
})

/** Tests that copy the migrated database of an engine. */
export const createProject = (
  { name, root, schema }: Package,
  engine: Engine,
  kind: string,
  include: string[],
) => ({
  root,
  name: `${name} ${kind} (${engine})`,
  include,
  isolate,
  execArgv,
  provide: { engine, schema: { name, folder: schema } },
  globalSetup: [join(SUPPORT, 'databases', 'prepare-databases.ts')],
  setupFiles: [join(SUPPORT, 'runner', 'throw-deprecations.ts')],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // A change reaches a page, a cache or a listener later, on a busy machine much later.
  expect: { poll: { timeout: 15_000 } },
})

export const isOnBothEngines = process.env.TEST_ENGINES === 'both'
export const isBehindPooler = process.env.TEST_ENGINES === 'pooler'

/**
 * The projects of tests of a database: on PostgreSQL, on PGlite what can differ between the engines, and behind
 * PgBouncer what can differ there, because a pooler in transaction mode gives each transaction another session.
 * @param tests all of them; `npm test -- --both` and paths run them on both engines, `--pooler` behind PgBouncer
 */
export function createDatabaseProjects(
  of: Package,
  {
    tests,
    engineDependent,
    sessionDependent,
  }: Record<'tests' | 'engineDependent' | 'sessionDependent', string[]>,
) {
  const pooled = createProject(
    of,
    'postgres',
    'pooler',
    isBehindPooler ? [...tests, ...sessionDependent] : sessionDependent,
  )
  return [
    createProject(of, 'pglite', 'databases', isOnBothEngines ? tests : engineDependent),
    ...(isBehindPooler ? [] : [createProject(of, 'postgres', 'databases', tests)]),
    ...(findPgbouncer() ? [{ ...pooled, provide: { ...pooled.provide, isPooled: true } }] : []),
  ]
}
