import { type Caller, type Database, DatabaseError } from '../../database/database.ts'

export type FeedReader = Pick<Database, 'asReader'>

/** The longest that one read may take. */
const MAX_READ_MS = 1000

/**
 * When the engine ends a read. PGlite has to restart for this (decision 0014), which takes longer than
 * to wait for the end of most reads.
 */
const LIMIT_MS: Record<Database['engine'], number> = { pglite: 2000, postgres: MAX_READ_MS }

/** @returns reads that fail with 57014 if they take more than a second */
export function createFeedReader(database: Pick<Database, 'engine' | 'asReader'>): FeedReader {
  const { engine } = database
  const read = async <Row extends object>(
    { role, claims }: Caller,
    text: string,
    values?: readonly string[],
  ) => {
    let elapsedMs = 0
    const onElapsed = (ms: number) => {
      elapsedMs = ms
    }
    const time = { limitMs: LIMIT_MS[engine], onElapsed }
    const rows = await database.asReader<Row>({ role, claims, time }, text, values)
    if (engine === 'pglite' && elapsedMs > MAX_READ_MS) {
      throw new DatabaseError('57014', 'canceling statement due to statement timeout')
    }
    return rows
  }
  return { asReader: read }
}
