import { createWriteStream, existsSync, readFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database, Transaction } from '@toolmark/backend/database/database.ts'
import { keysFileOf } from '@toolmark/backend/server/environment.ts'
import { openUploads } from '@toolmark/backend/server/uploads.ts'
import { type Files, fileKeyOf } from '@toolmark/backend/storage/files/files.ts'
import { keepRemovedFiles } from '@toolmark/backend/storage/removed-files.ts'
import type { Environment } from '../environment.ts'
import { readCopiedTables, readMigrationVersions } from './tables.ts'

/** Rows of one batch: memory does not grow with the data. */
const BATCH_ROWS = 500

/** The data of a site. */
export interface Source {
  database: Database
  /** Of the signing keys. */
  keysFile: string
  /** Uploaded files, on the disk or in an S3 store; without it the copy has none. */
  openFiles?: (() => Pick<Files, 'size' | 'read'>) | undefined
}

/** @param files if they are open already */
export function toSource(environment: Environment, database: Database, files?: Files): Source {
  const openFiles = () => files ?? openUploads(environment)
  return {
    database,
    keysFile: keysFileOf(environment),
    openFiles: environment.BACKUP_UPLOADS === 'on' ? openFiles : undefined,
  }
}

/**
 * Writes a consistent copy of a site as compressed JSON lines, the same for both engines: all rows of
 * one moment, their files, and the signing keys. Files are read after the rows, when requests no
 * longer wait.
 * @param file created when the copy is complete, readable only by its owner
 * @returns the number of rows
 * @throws {Error} with one line, also if the file of a row is missing
 */
export async function writeCopy(source: Source, file: string): Promise<number> {
  const { database } = source
  const part = `${file}.part`
  const allowRemovals = await keepRemovedFiles(database)
  try {
    const { rowCount, fileKeys } = await database.transactionAsOwner(async (transaction) => {
      await transaction.query('set transaction isolation level repeatable read, read only')
      const seen = { rowCount: 0, fileKeys: [] as string[] }
      await writeLines(part, 'w', readRowLines(transaction, seen))
      return seen
    })
    await writeLines(part, 'a', readFileAndKeyLines(source, rowCount, fileKeys))
    const handle = await open(part, 'r+')
    await handle.sync()
    await handle.close()
    await rename(part, file)
    return rowCount
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    // Otherwise the removals continue by themselves after a while.
    await allowRemovals().catch(() => {})
  }
}

/** A line of a copy has one of these kinds of content. */
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

/** Appends compressed lines: concatenated gzip streams are one gzip stream. */
function writeLines(part: string, flags: 'w' | 'a', lines: AsyncIterable<CopyLine>): Promise<void> {
  const texts = async function* () {
    for await (const line of lines) yield `${JSON.stringify(line)}\n`
  }
  return pipeline(texts(), createGzip(), createWriteStream(part, { flags, mode: 0o600 }))
}

async function* readRowLines(
  transaction: Transaction,
  seen: { rowCount: number; fileKeys: string[] },
): AsyncGenerator<CopyLine> {
  yield { toolmark: 1, migrations: await readMigrationVersions(transaction) }
  for (const table of await readCopiedTables(transaction)) {
    await transaction.query(
      `declare copied no scroll cursor for
       select to_jsonb(t) as row from ${table.name} t order by t.${table.columns[0]}`,
    )
    for (;;) {
      const found = await transaction.query<{ row: object }>(`fetch ${BATCH_ROWS} from copied`)
      if (found.length === 0) break
      const rows = found.map(({ row }) => row)
      seen.rowCount += rows.length
      if (table.name === 'storage.objects') {
        for (const row of rows)
          seen.fileKeys.push(fileKeyOf(row as { id: string; version: string }))
      }
      yield { table: table.name, rows }
    }
    await transaction.query('close copied')
  }
}

async function* readFileAndKeyLines(
  { openFiles, keysFile }: Source,
  rowCount: number,
  fileKeys: string[],
): AsyncGenerator<CopyLine> {
  // Opening creates folders.
  const files = fileKeys.length > 0 ? openFiles?.() : undefined
  if (files) for (const key of fileKeys) yield { file: key, base64: await readBase64(files, key) }
  if (existsSync(keysFile)) yield { keys: readFileSync(keysFile, 'utf8') }
  yield { end: true, rowCount }
}

async function readBase64(files: Pick<Files, 'size' | 'read'>, key: string): Promise<string> {
  const size = await files.size(key)
  if (size === undefined)
    throw new Error(`the file ${key} is missing, but storage.objects has a row for it`)
  const bytes = size > 0 ? await files.read(key, { start: 0, end: size - 1 }) : null
  return Buffer.from(await new Response(bytes).arrayBuffer()).toString('base64')
}
