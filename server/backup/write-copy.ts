import { createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database, Transaction } from '../../backend/database/database.ts'
import { copiedTables, migrationVersions } from './tables.ts'

/** Rows a batch: memory stays small however large the data is. */
const BATCH = 500

/**
 * Writes a consistent copy of everything that the site holds: rows as of one moment, uploaded
 * files, signing keys. Compressed JSON lines, the same from either engine.
 * @param file appears whole or not at all, readable by its owner alone
 * @returns how many rows it holds
 */
export async function writeCopy(
  database: Database,
  dataDir: string,
  file: string,
): Promise<number> {
  const part = `${file}.part`
  let rows = 0
  try {
    await database.transactionAsOwner(async (transaction) => {
      await transaction.query('set transaction isolation level repeatable read, read only')
      const lines = async function* () {
        for await (const line of copyLines(transaction, dataDir)) {
          if (line.rows) rows += line.rows.length
          yield `${JSON.stringify(line)}\n`
        }
        yield `${JSON.stringify({ end: true, rowCount: rows })}\n`
      }
      await pipeline(lines(), createGzip(), createWriteStream(part, { mode: 0o600 }))
    })
    const handle = await open(part, 'r+')
    await handle.sync()
    await handle.close()
    await rename(part, file)
    return rows
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** What one line of a copy may be; exactly one of the fields is there. */
export interface CopyLine {
  toolmark?: 1
  migrations?: string[]
  table?: string
  rows?: unknown[]
  file?: string
  base64?: string
  keys?: string
  end?: true
  rowCount?: number
}

async function* copyLines(transaction: Transaction, dataDir: string): AsyncGenerator<CopyLine> {
  yield { toolmark: 1, migrations: await migrationVersions(transaction) }
  for (const table of await copiedTables(transaction)) {
    await transaction.query(
      `declare copied no scroll cursor for
       select to_jsonb(t) as row from ${table.name} t order by t.${table.columns[0]}`,
    )
    for (;;) {
      const rows = await transaction.query<{ row: unknown }>(`fetch ${BATCH} from copied`)
      if (rows.length === 0) break
      yield { table: table.name, rows: rows.map(({ row }) => row) }
    }
    await transaction.query('close copied')
  }
  const folder = join(dataDir, 'files')
  if (existsSync(folder)) {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      // A file without its row, or half written, is nobody's; one that goes meanwhile is gone.
      if (!/^[0-9a-f]{2}\/[0-9a-f-]{73}$/.test(file) || !existsSync(join(folder, file))) continue
      yield { file, base64: readFileSync(join(folder, file), 'base64') }
    }
  }
  const keys = join(dataDir, 'keys.json')
  if (existsSync(keys)) yield { keys: readFileSync(keys, 'utf8') }
}
