import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '../../backend/database/postgres.ts'
import { type Made, share } from './shared.ts'
import { startSite, temporaryFolder } from './site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The DATA_DIR of a site that has run once with demo content, and of one without: to copy. */
    started: { on: string; off: string }
  }
}

/** Lets a site start once on each engine: what it then has to do is the same for every test file. */
export default async function setup(project: TestProject) {
  const { engine = 'pglite', template } = project.getProvidedContext()
  const started = await share(`started on ${engine}`, () =>
    engine === 'postgres' ? startOnPostgres(template) : startOnPglite(),
  )
  project.provide('started', started.value)
  return started.release
}

async function startOnPglite(): Promise<Made<{ on: string; off: string }>> {
  const { folder, remove } = temporaryFolder()
  const value = { on: join(folder, 'on'), off: join(folder, 'off') }
  const start = async (demo: 'on' | 'off') => {
    const site = await startSite({ DATA_DIR: value[demo], DEMO_CONTENT: demo })
    await site.stop()
  }
  await Promise.all([start('on'), start('off')])
  return { value, remove }
}

/** The data is in the database `demo`; the folder has the keys alone. */
async function startOnPostgres(template: string): Promise<Made<{ on: string; off: string }>> {
  const { folder, remove } = temporaryFolder()
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
