import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../backend/database/migrate.ts'
import { openPglite } from '../../backend/database/pglite.ts'
import { openPostgres } from '../../backend/database/postgres.ts'
import { MIGRATIONS } from '../../server/migrations.ts'
import { startCluster } from './postgres-cluster.ts'
import { type Made, share } from './shared.ts'

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'pglite' | 'postgres'
    /** A migrated database to copy: a file of PGlite's, or an address of PostgreSQL's. */
    template: string
  }
}

/** Makes the one database that every test file of an engine starts from a copy of. */
export default async function setup(project: TestProject) {
  const { engine } = project.getProvidedContext()
  const template = await share(engine, engine === 'pglite' ? makePglite : makePostgres)
  project.provide('template', template.value)
  return template.release
}

async function makePglite(): Promise<Made<string>> {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-pglite-'))
  const database = await openPglite()
  await migrate(database, MIGRATIONS)
  const file = join(folder, 'template')
  writeFileSync(file, await database.dump())
  await database.close()
  return { value: file, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

async function makePostgres(): Promise<Made<string>> {
  const cluster = await startCluster()
  const admin = await openPostgres(cluster.url('postgres'))
  await admin.asOwner('create database template')
  await admin.close()
  const database = await openPostgres(cluster.url('template'))
  await migrate(database, MIGRATIONS)
  await database.close()
  return { value: cluster.url('template'), remove: () => cluster.stop() }
}
