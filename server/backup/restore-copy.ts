import {
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { createGunzip } from 'node:zlib'
import type { Database, Transaction } from '../../backend/database/database.ts'
import { type CopiedTable, readCopiedTables, readMigrationVersions } from './tables.ts'
import type { CopyLine } from './write-copy.ts'

/**
 * Restores a copy into a migrated database without people and tools, all or nothing.
 * @returns how many rows it held
 * @throws {Error} one line: what is wrong with the copy, or with the place
 */
export async function restoreCopy(
  database: Database,
  { dataDir, keysFile }: { dataDir: string; keysFile: string },
  file: string,
): Promise<number> {
  // On the same disk as their destination: at the end they are only renamed.
  const staging = join(dataDir, 'restoring')
  try {
    return await database.transactionAsOwner(async (transaction) => {
      rmSync(staging, { recursive: true, force: true })
      const rowCount = await restoreRows(transaction, staging, file)
      moveToDataDir(staging, dataDir, keysFile)
      return rowCount
    })
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

async function restoreRows(
  transaction: Transaction,
  staging: string,
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
  const rowCount = await insertRows(transaction, tables, staging, file)
  for (const table of tables) await finishTable(transaction, table)
  return rowCount
}

/** Moves the files and then the keys: until then the previous keys remain valid. */
function moveToDataDir(staging: string, dataDir: string, keysFile: string): void {
  const files = join(staging, 'files')
  const folders = existsSync(files) ? readdirSync(files) : []
  for (const folder of folders) {
    mkdirSync(join(dataDir, 'files', folder), { recursive: true, mode: 0o700 })
    for (const name of readdirSync(join(files, folder))) {
      renameSync(join(files, folder, name), join(dataDir, 'files', folder, name))
    }
  }
  const keys = join(staging, 'keys.json')
  if (!existsSync(keys)) return
  // It may be on another disk, where a file cannot be renamed to.
  copyFileSync(keys, `${keysFile}.restored`)
  renameSync(`${keysFile}.restored`, keysFile)
}

async function insertRows(
  transaction: Transaction,
  tables: CopiedTable[],
  staging: string,
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
    } else if (line.file && line.base64 !== undefined) stageFile(staging, line.file, line.base64)
    else if (line.keys) writePrivate(join(staging, 'keys.json'), line.keys)
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
function stageFile(staging: string, name: string, base64: string): void {
  if (!/^[0-9a-f]{2}\/[0-9a-f-]{73}$/.test(name))
    throw new Error('the copy has a file with an odd name')
  writePrivate(join(staging, 'files', name), Buffer.from(base64, 'base64'))
}

function writePrivate(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, content, { mode: 0o600 })
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
