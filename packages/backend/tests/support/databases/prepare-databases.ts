import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { unpackFirstDatabase } from '../../../src/database/engines/first-database.ts'
import { openPglite } from '../../../src/database/engines/pglite.ts'
import { openPostgres } from '../../../src/database/engines/postgres.ts'
import { migrate } from '../../../src/database/migrate.ts'
import { type Fixture, shareFixture } from '../runner/shared-fixture.ts'
import { startPooler } from './pooler.ts'
import { startCluster } from './postgres-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'pglite' | 'postgres'
    /** The schema of the product: a name for its databases, and the folder of its SQL files. */
    schema: { name: string; folder: string }
    /**
     * A migrated database to copy: a DATA_DIR of PGlite, or a URL of PostgreSQL.
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
  const { engine = 'postgres', isPooled, schema } = project.getProvidedContext()
  const create = engine === 'pglite' ? createPglite : createPostgres
  const template = await shareFixture(`${schema.name} ${engine}`, () => create(schema))
  project.provide('template', template.value)
  if (!isPooled) return template.release
  const pooler = await shareFixture(`${schema.name} pooler`, () =>
    startPooler(template.value, 'toolmark_owner'),
  )
  project.provide('pooledTemplate', pooler.value)
  return async () => {
    await pooler.release()
    await template.release()
  }
}

type Schema = ProvidedContext['schema']

export async function createPglite({ folder: schema }: Schema): Promise<Fixture<string>> {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-pglite-'))
  if (!(await unpackFirstDatabase(folder, schema))) {
    const database = await openPglite(folder)
    await migrate(database, schema)
    await database.close()
  }
  return { value: folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

async function createPostgres({ name, folder }: Schema): Promise<Fixture<string>> {
  const { value: cluster, release } = await shareFixture('cluster', async () => {
    const cluster = await startCluster()
    return { value: cluster, remove: () => cluster.stop() }
  })
  const template = `${name}_template`
  const admin = await openPostgres(cluster.url('postgres'))
  await admin.asOwner(`create database ${template}`)
  await admin.close()
  const database = await openPostgres(cluster.url(template))
  await migrate(database, folder)
  await database.asOwner('reset session authorization')
  // A pooler connects as the owner of the tables.
  await database.asOwner('alter role toolmark_owner login')
  await database.close()
  return { value: cluster.url(template), remove: release }
}
