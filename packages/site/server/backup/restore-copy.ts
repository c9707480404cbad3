import { createReadStream, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createGunzip } from 'node:zlib'
import type { Database, Transaction } from '@toolmark/backend/database/database.ts'
import type { Files, StagedFile } from '@toolmark/backend/storage/files/files.ts'
import { type CopiedTable, readCopiedTables, readMigrationVersions } from './tables.ts'
import type { CopyLine } from './write-copy.ts'

/** Is restored after the rows, so that no reader sees it earlier. */
interface Staged {
  files: { key: string; file: StagedFile }[]
  /** The keys of files that are visible. */
  kept: string[]
  keys?: string
}

/**
 * Restores a copy into a migrated database without people and tools, all or nothing.
 * @param files receives the uploaded files, on the disk or in an S3 store
 * @returns how many rows it held
 * @throws {Error} one line: what is wrong with the copy, or with the place
 */
export async function restoreCopy(
  database: Database,
  { files, keysFile }: { files: Pick<Files, 'stage' | 'remove'>; keysFile: string },
  file: string,
): Promise<number> {
  const staged: Staged = { files: [], kept: [] }
  const draft = `${keysFile}.restored`
  try {
    const rows = await database.transactionAsOwner(async (transaction) => {
      const rowCount = await restoreRows(transaction, files, staged, file)
      for (const each of staged.files) {
        await each.file.keep(each.key)
        staged.kept.push(each.key)
        await stayOpen(transaction)
      }
      if (staged.keys) writeDraft(draft, staged.keys)
      return rowCount
    })
    // After the commit: rows that are not there need the previous keys.
    if (staged.keys) renameSync(draft, keysFile)
    return rows
  } catch (error) {
    for (const key of staged.kept) await files.remove(key)
    throw error
  } finally {
    rmSync(draft, { force: true })
    for (const each of staged.files) await each.file.drop()
  }
}

async function restoreRows(
  transaction: Transaction,
  files: Pick<Files, 'stage'>,
  staged: Staged,
  file: string,
): Promise<number> {
  const [state] = await transaction.query<{ is_empty: boolean }>(
    'select not exists (select from public.tools) and not exists (select from auth.users) as is_empty',
  )
  if (!state?.is_empty)
    throw new Error('there are tools or people already: restore into an empty place')
  const tables = await readCopiedTables(transaction)
  for (const { name } of tables) await transaction.query(`alter table ${name} disable trigger user`)
  // The copy also contains the rows that migrations inserted.
  for (const { name } of [...tables].reverse()) await transaction.query(`delete from ${name}`)
  const rowCount = await insertRows(transaction, tables, files, staged, file)
  for (const table of tables) await finishTable(transaction, table)
  return rowCount
}

/** PostgreSQL ends a transaction without statements after 32 seconds, and files may take longer. */
async function stayOpen(transaction: Transaction): Promise<void> {
  await transaction.query('select 1')
}

/** Before the commit, so that a folder which cannot be written ends the restore. */
function writeDraft(draft: string, keys: string): void {
  mkdirSync(dirname(draft), { recursive: true, mode: 0o700 })
  writeFileSync(draft, keys, { mode: 0o600 })
}

async function insertRows(
  transaction: Transaction,
  tables: CopiedTable[],
  files: Pick<Files, 'stage'>,
  staged: Staged,
  file: string,
): Promise<number> {
  const known = new Map(tables.map((table) => [table.name, table]))
  let rowCount = 0
  let isComplete = false
  for await (const line of readLines(file)) {
    if (line.toolmark) await checkVersions(transaction, line.migrations ?? [])
    else if (line.table && line.rows) {
      const table = known.get(line.table)
      if (!table) throw new Error(`the copy has an unknown table: ${line.table}`)
      const columns = table.columns.join(', ')
      await transaction.query(
        `insert into ${table.name} (${columns}) overriding system value
         select ${columns} from jsonb_populate_recordset(null::${table.name}, $1::jsonb)`,
        [JSON.stringify(line.rows)],
      )
      rowCount += line.rows.length
    } else if (line.file && line.base64 !== undefined) {
      staged.files.push({ key: line.file, file: await stageFile(files, line.file, line.base64) })
      await stayOpen(transaction)
    } else if (line.keys) staged.keys = line.keys
    else if (line.end) isComplete = line.rowCount === rowCount
  }
  if (!isComplete) throw new Error('the copy is not whole')
  return rowCount
}

async function* readLines(file: string): AsyncGenerator<CopyLine> {
  const content = createReadStream(file)
    .on('error', (error) => content.destroy(error))
    .pipe(createGunzip())
  let rest = ''
  try {
    for await (const chunk of content.setEncoding('utf8')) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line) as CopyLine
    }
  } catch (error) {
    const isOfDisk = error instanceof Error && 'syscall' in error
    const isOfContent = error instanceof SyntaxError || (error instanceof Error && 'errno' in error)
    if (isOfContent && !isOfDisk)
      throw new Error('the copy is damaged or not whole', { cause: error })
    throw error
  }
}

async function checkVersions(transaction: Transaction, versions: string[]): Promise<void> {
  const own = await readMigrationVersions(transaction)
  if (own.join() !== versions.join()) {
    throw new Error(
      'the copy was made by another version of the site: restore it with that version',
    )
  }
}

/** Accepts only names that the storage creates, because a modified copy could name any path. */
function stageFile(files: Pick<Files, 'stage'>, name: string, base64: string): Promise<StagedFile> {
  if (!/^[0-9a-f]{2}\/[0-9a-f-]{73}$/.test(name))
    throw new Error('the copy has a file with an odd name')
  const bytes = Buffer.from(base64, 'base64')
  return files.stage(toIterable(bytes), bytes.length)
}

async function* toIterable(bytes: Uint8Array) {
  yield bytes
}

async function finishTable(
  transaction: Transaction,
  { name, identity }: CopiedTable,
): Promise<void> {
  await transaction.query(`alter table ${name} enable trigger user`)
  if (!identity) return
  await transaction.query(
    `select setval(pg_get_serial_sequence('${name}', '${identity}'), coalesce(max(${identity}), 0) + 1, false) from ${name}`,
  )
}
