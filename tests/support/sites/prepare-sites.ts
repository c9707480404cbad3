import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '../../../backend/database/engines/postgres.ts'
import { type Fixture, shareFixture } from '../runner/shared-fixture.ts'
import { createTemporaryFolder, startSite } from './site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A DATA_DIR to copy, with demo content and without: each of a site that has run once. */
    preparedData: { on: string; off: string }
  }
}

/** Starts a site once on each engine, so that test files do not repeat the work of a first start. */
export default async function setup(project: TestProject) {
  const { engine = 'pglite', template } = project.getProvidedContext()
  const prepared = await shareFixture(`data of ${engine}`, () =>
    engine === 'postgres' ? prepareOnPostgres(template) : prepareOnPglite(),
  )
  project.provide('preparedData', prepared.value)
  return prepared.release
}

async function prepareOnPglite(): Promise<Fixture<{ on: string; off: string }>> {
  const { folder, remove } = createTemporaryFolder()
  const value = { on: join(folder, 'on'), off: join(folder, 'off') }
  const start = async (demo: 'on' | 'off') => {
    const site = await startSite({ DATA_DIR: value[demo], DEMO_CONTENT: demo })
    await site.stop()
  }
  await start('off')
  cpSync(value.off, value.on, { recursive: true })
  await start('on')
  return { value, remove }
}

/** The data is in the database `demo`; the folder has only the keys. */
async function prepareOnPostgres(template: string): Promise<Fixture<{ on: string; off: string }>> {
  const { folder, remove } = createTemporaryFolder()
  const admin = await openPostgres(template.replace(/template$/, 'postgres'))
  await admin.asOwner('create database demo template template')
  await admin.close()
  const site = await startSite({
    DATA_DIR: folder,
    DEMO_CONTENT: 'on',
    DATABASE_URL: template.replace(/template$/, 'demo'),
  })
  await site.stop()
  return { value: { on: folder, off: folder }, remove }
}
