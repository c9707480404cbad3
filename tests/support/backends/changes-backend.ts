import { ChangeFeed } from '../../../backend/realtime/changes/change-feed.ts'
import { openTestDatabase, type TestDatabase } from '../databases/database.ts'
import { startTestBackend, type TestBackend } from './backend.ts'

/**
 * Starts a backend with a feed of table changes.
 * @param db by default a new database; it is closed with the backend
 */
export async function startChangesBackend(db?: TestDatabase): Promise<TestBackend> {
  const database = db ?? (await openTestDatabase())
  const loggedErrors: unknown[] = []
  const feed = new ChangeFeed({
    database: database.database,
    log: (error) => loggedErrors.push(error),
  })
  const backend = await startTestBackend(undefined, { db: database, changes: feed })
  return {
    ...backend,
    loggedErrors,
    async close() {
      await backend.close()
      await feed.close()
      await database.close()
    },
  }
}
