import { createPostgresCopy } from '@toolmark/backend/tests/support/databases/database.ts'
import { afterAll } from 'vitest'

/**
 * Creates a database for the site of a test file and drops it after the tests. A site on PGlite takes
 * twice the processor time, so tests of processes use it only where the engine matters.
 * @param from `demo` has demo content
 * @returns the URL
 */
export async function sharePostgresCopy(from: 'template' | 'demo' = 'template'): Promise<string> {
  const { url, drop } = await createPostgresCopy(from)
  afterAll(drop)
  return url
}
