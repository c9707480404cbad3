import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openPglite } from '../../../backend/database/engines/pglite.ts'
import { openPostgres } from '../../../backend/database/engines/postgres.ts'
import { migrate } from '../../../backend/database/migrate.ts'
import { MIGRATIONS } from '../../../server/migrations.ts'
import { type Fixture, shareFixture } from '../runner/shared-fixture.ts'
import { startPooler } from './pooler.ts'
import { startCluster } from './postgres-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'pglite' | 'postgres'
    /**
     * A migrated database to copy: a file of PGlite, whose folder is a DATA_DIR with the same content,
     * or a URL of PostgreSQL.
     */
    template: string
    /** Whether to connect to PostgreSQL through a pooler in transaction mode. */
    isPooled: boolean
    /** The URL of the template through the pooler. */
    pooledTemplate: string
  }
}

/** Creates the migrated database of an engine, by default PostgreSQL, for copies of the test files. */
export default async function setup(project: TestProject) {
  const { engine = 'postgres', isPooled } = project.getProvidedContext()
  const template = await shareFixture(engine, engine === 'pglite' ? createPglite : createPostgres)
  project.provide('template', template.value)
  if (!isPooled) return template.release
  const pooler = await shareFixture('pooler', () => startPooler(template.value, 'toolmark_owner'))
  project.provide('pooledTemplate', pooler.value)
  return async () => {
    await pooler.release()
    await template.release()
  }
}

export async function createPglite(): Promise<Fixture<string>> {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-pglite-'))
  const database = await openPglite(folder)
  await migrate(database, MIGRATIONS)
  const file = join(folder, 'template')
  writeFileSync(file, await database.dump())
  await database.close()
  return { value: file, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

async function createPostgres(): Promise<Fixture<string>> {
  const cluster = await startCluster()
  const admin = await openPostgres(cluster.url('postgres'))
  await admin.asOwner('create database template')
  await admin.close()
  const database = await openPostgres(cluster.url('template'))
  await migrate(database, MIGRATIONS)
  await database.asOwner('reset session authorization')
  // A pooler connects as the owner of the tables.
  await database.asOwner('alter role toolmark_owner login')
  await database.close()
  return { value: cluster.url('template'), remove: () => cluster.stop() }
}
