import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@toolmark/backend/database/database.ts'
import { readDemoContent } from '@toolmark/site/server/demo/read-content.ts'

/** The number of rows of a catalog. */
export interface Size {
  tools: number
  reviews: number
  people: number
  launches: number
}

const SMALL: Size = { tools: 1000, reviews: 10_000, people: 2000, launches: 200 }

/** @param times factor on the small catalog */
export function sizeOf(times: number): Size {
  const { tools, reviews, people, launches } = SMALL
  return {
    tools: tools * times,
    reviews: reviews * times,
    people: people * times,
    launches: launches * times,
  }
}

/** Fills a migrated, empty database. */
export async function fillDatabase(database: Database, size: Size): Promise<void> {
  await database.transactionAsOwner(async (db) => {
    await db.query('set local statement_timeout = 0')
    for (const [name, count] of Object.entries(size)) {
      await db.query('select set_config($1, $2, true)', [`bench.${name}`, String(count)])
    }
    const { capabilities, terms } = readDemoContent()
    await db.query("select set_config('bench.capabilities', $1, true)", [
      JSON.stringify(capabilities),
    ])
    await db.query("select set_config('bench.terms', $1, true)", [JSON.stringify(terms)])
    await db.query(readFileSync(join(import.meta.dirname, 'fill.sql'), 'utf8'))
  })
  // Autovacuum does this some minutes later.
  await database.asOwner('vacuum analyze')
}
