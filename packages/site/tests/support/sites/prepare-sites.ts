import { cpSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openPostgres } from '@toolmark/backend/database/engines/postgres.ts'
import { createPglite } from '@toolmark/backend/tests/support/databases/prepare-databases.ts'
import {
  type Fixture,
  shareFixture,
} from '@toolmark/backend/tests/support/runner/shared-fixture.ts'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import {
  createTemporaryFolder,
  type Site,
  type SiteAddress,
  startDemoSite,
  startSite,
} from './site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A DATA_DIR to copy, with demo content, of a site that has run once, and without. */
    preparedData: { on: string; off: string }
    /** Sites on PostgreSQL that run until the last test. */
    sharedSites: { demo: SiteAddress; empty: SiteAddress }
  }
}

/** Starts a site once on each engine, so that test files do not repeat the work of a first start. */
export default async function setup(project: TestProject) {
  const { engine, template, schema } = project.getProvidedContext()
  const prepared =
    engine === 'postgres'
      ? await shareFixture('data of PostgreSQL', () => prepareOnPostgres(template))
      : await shareFixture('data of PGlite', () => prepareOnPglite(schema))
  project.provide('preparedData', prepared.value)
  if (!engine) {
    // Tests of processes use either engine.
    const other = await shareFixture('data of PostgreSQL', () => prepareOnPostgres(template))
    return async () => {
      await prepared.release()
      await other.release()
    }
  }
  if (engine === 'pglite') return prepared.release
  const stop = await startSharedSites(template, prepared.value, project)
  return async () => {
    await stop()
    await prepared.release()
  }
}

async function startSharedSites(
  template: string,
  data: { on: string; off: string },
  project: TestProject,
) {
  const { folder, remove } = createTemporaryFolder()
  const start = async (demo: 'on' | 'off', environment: Record<string, string>) => {
    const DATA_DIR = join(folder, demo)
    cpSync(data[demo], DATA_DIR, { recursive: true })
    const from = demo === 'on' ? 'demo' : 'template'
    const DATABASE_URL = await copyDatabase(template, from, `shared_${demo}`)
    const common = { DATA_DIR, DATABASE_URL, DEMO_CONTENT: demo, TRUSTED_PROXIES: '127.0.0.1' }
    return startSite({ ...common, ...environment })
  }
  const [demo, empty] = await Promise.all([start('on', {}), start('off', { DESIGN_PAGE: 'on' })])
  const toAddress = ({ url, dataDir }: Site): SiteAddress => ({ url, dataDir })
  project.provide('sharedSites', { demo: toAddress(demo), empty: toAddress(empty) })
  return async () => {
    await Promise.all([demo.stop(), empty.stop()])
    remove()
  }
}

async function prepareOnPglite(
  schema: ProvidedContext['schema'],
): Promise<Fixture<{ on: string; off: string }>> {
  const { folder, remove } = createTemporaryFolder()
  const value = { on: join(folder, 'on'), off: join(folder, 'off') }
  const template = await shareFixture(`${schema.name} pglite`, () => createPglite(schema))
  for (const dataDir of [value.on, value.off])
    cpSync(join(template.value, 'db'), join(dataDir, 'db'), { recursive: true })
  await template.release()
  const site = await startDemoSite({ DATA_DIR: value.on })
  await site.stop()
  return { value, remove }
}

/** The data is in the database `demo`; the folder has only the keys. */
async function prepareOnPostgres(template: string): Promise<Fixture<{ on: string; off: string }>> {
  const { folder, remove } = createTemporaryFolder()
  const DATABASE_URL = await copyDatabase(template, 'template', 'demo')
  const site = await startDemoSite({ DATA_DIR: folder, DATABASE_URL })
  await site.stop()
  return { value: { on: folder, off: folder }, remove }
}

/** Copies a database for as long as its cluster runs. @returns the URL */
async function copyDatabase(template: string, from: string, name: string): Promise<string> {
  const admin = await openPostgres(template.replace(/[^/]+$/, 'postgres'))
  await admin.asOwner(
    `create database ${name} template ${from === 'template' ? basename(template) : from}`,
  )
  await admin.close()
  return template.replace(/[^/]+$/, name)
}
