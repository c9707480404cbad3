import { join } from 'node:path'
import { afterAll } from 'vitest'
import { sharePostgresCopy } from '../databases/postgres-copy.ts'
import { createTemporaryFolder, type Site, startSite } from './site.ts'

/**
 * Starts a site on PostgreSQL for the tests of a file, and ends it after them.
 * @param environment with `DEMO_CONTENT: 'on'` the database has demo content
 */
export async function shareSite(environment: Record<string, string> = {}): Promise<Site> {
  const hasDemo = environment.DEMO_CONTENT === 'on'
  const DATABASE_URL = await sharePostgresCopy(hasDemo ? 'demo' : 'template')
  const { folder, remove } = createTemporaryFolder()
  const site = await startSite({ DATA_DIR: join(folder, 'data'), DATABASE_URL, ...environment })
  afterAll(async () => {
    await site.stop()
    remove()
  })
  return site
}
