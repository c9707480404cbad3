import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../backend/database/migrate.ts'
import { openPglite } from '../../backend/database/pglite.ts'
import { openPostgres } from '../../backend/database/postgres.ts'
import { MIGRATIONS } from '../../server/migrations.ts'
import { startCluster } from './postgres-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'pglite' | 'postgres'
    /** A migrated database to copy: a file of PGlite's, or an address of PostgreSQL's. */
    template: string
  }
}

interface Template {
  /** See ProvidedContext. */
  at: string
  remove: () => Promise<void> | void
}

interface Shared {
  template: Promise<Template>
  users: number
}

// Every project loads this file anew, and they share what it makes.
const held = globalThis as { toolmarkTemplates?: Map<string, Shared> }
held.toolmarkTemplates ??= new Map()
const templates = held.toolmarkTemplates

/** Makes the one database that every test file of an engine starts from a copy of. */
export default async function setup(project: TestProject) {
  const { engine } = project.getProvidedContext()
  const shared = templates.get(engine) ?? {
    template: engine === 'pglite' ? makePglite() : makePostgres(),
    users: 0,
  }
  templates.set(engine, shared)
  shared.users += 1
  const template = await shared.template
  project.provide('template', template.at)
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    templates.delete(engine)
    await template.remove()
  }
}

async function makePglite(): Promise<Template> {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-pglite-'))
  const database = await openPglite()
  await migrate(database, MIGRATIONS)
  const file = join(folder, 'template')
  writeFileSync(file, await database.dump())
  await database.close()
  return { at: file, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

async function makePostgres(): Promise<Template> {
  const cluster = await startCluster()
  const admin = await openPostgres(cluster.url('postgres'))
  await admin.asOwner('create database template')
  await admin.close()
  const database = await openPostgres(cluster.url('template'))
  await migrate(database, MIGRATIONS)
  await database.close()
  return { at: cluster.url('template'), remove: () => cluster.stop() }
}
