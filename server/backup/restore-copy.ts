import {
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
import { type CopiedTable, copiedTables, migrationVersions } from './tables.ts'
import type { CopyLine } from './write-copy.ts'

/**
 * Restores a copy into a migrated database without people and tools, all or nothing.
 * @returns how many rows it held
 * @throws {Error} one line: what is wrong with the copy, or with the place
 */
export async function restoreCopy(
  database: Database,
  dataDir: string,
  file: string,
): Promise<number> {
  // Beside what they will be: to be put in place by their names alone, once the copy is known whole.
  const waiting = join(dataDir, 'restoring')
  try {
    return await database.transactionAsOwner(async (transaction) => {
      rmSync(waiting, { recursive: true, force: true })
      const rowCount = await restoreRows(transaction, waiting, file)
      putInPlace(waiting, dataDir)
      return rowCount
    })
  } finally {
    rmSync(waiting, { recursive: true, force: true })
  }
}

async function restoreRows(
  transaction: Transaction,
  waiting: string,
  file: string,
): Promise<number> {
  const [state] = await transaction.query<{ is_empty: boolean }>(
    'select not exists (select from public.tools) and not exists (select from auth.users) as is_empty',
  )
  if (!state?.is_empty)
    throw new Error('there are tools or people already: restore into an empty place')
  const tables = await copiedTables(transaction)
  for (const { name } of tables) await transaction.query(`alter table ${name} disable trigger user`)
  // What migrations put there comes with the copy.
  for (const { name } of [...tables].reverse()) await transaction.query(`delete from ${name}`)
  const rowCount = await readInto(transaction, tables, waiting, file)
  for (const table of tables) await finish(transaction, table)
  return rowCount
}

/** The keys last: what was there before is good until then. */
function putInPlace(waiting: string, dataDir: string): void {
  const files = join(waiting, 'files')
  const folders = existsSync(files) ? readdirSync(files) : []
  for (const folder of folders) {
    mkdirSync(join(dataDir, 'files', folder), { recursive: true, mode: 0o700 })
    for (const name of readdirSync(join(files, folder))) {
      renameSync(join(files, folder, name), join(dataDir, 'files', folder, name))
    }
  }
  const keys = join(waiting, 'keys.json')
  if (existsSync(keys)) renameSync(keys, join(dataDir, 'keys.json'))
}

async function readInto(
  transaction: Transaction,
  tables: CopiedTable[],
  waiting: string,
  file: string,
): Promise<number> {
  const known = new Map(tables.map((table) => [table.name, table]))
  let rowCount = 0
  let isWhole = false
  for await (const line of linesOf(file)) {
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
    } else if (line.file && line.base64 !== undefined) putFile(waiting, line.file, line.base64)
    else if (line.keys) writePrivate(join(waiting, 'keys.json'), line.keys)
    else if (line.end) isWhole = line.rowCount === rowCount
  }
  if (!isWhole) throw new Error('the copy is not whole')
  return rowCount
}

async function* linesOf(file: string): AsyncGenerator<CopyLine> {
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
  const own = await migrationVersions(transaction)
  if (own.join() !== versions.join()) {
    throw new Error(
      'the copy was made by another version of the site: restore it with that version',
    )
  }
}

/** Only names as the storage makes them: a copy is data, and data may lie. */
function putFile(waiting: string, name: string, base64: string): void {
  if (!/^[0-9a-f]{2}\/[0-9a-f-]{73}$/.test(name))
    throw new Error('the copy has a file with an odd name')
  writePrivate(join(waiting, 'files', name), Buffer.from(base64, 'base64'))
}

function writePrivate(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, content, { mode: 0o600 })
}

async function finish(transaction: Transaction, { name, identity }: CopiedTable): Promise<void> {
  await transaction.query(`alter table ${name} enable trigger user`)
  if (!identity) return
  await transaction.query(
    `select setval(pg_get_serial_sequence('${name}', '${identity}'), coalesce(max(${identity}), 0) + 1, false) from ${name}`,
  )
}
