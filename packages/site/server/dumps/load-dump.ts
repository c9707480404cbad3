import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { z } from 'zod'
import type { Json } from '../../app/data/database.types.ts'
import type { Connection } from '../commands/connect-to-site.ts'
import { DUMP_TABLES, toFile } from './dump-tables.ts'
import { manifestSchema } from './stored-dumps.ts'

/** Of one request; the API takes 1 MB, and a character has up to 3 bytes. */
const BATCH = { rows: 200, characters: 250_000 }

type Manifest = z.output<typeof manifestSchema>
type Table = Manifest['tables'][number]

/**
 * Loads a dump into a site without tools and reviews (spec 8 §3). Nothing is written before all files
 * are checked.
 * @param onTable is called after each table
 * @throws {Error} with one line if a file is missing or damaged, or the site is not empty
 */
export async function loadDump(
  { service, call }: Connection,
  folder: string,
  onTable: (table: Table) => void = () => {},
): Promise<Manifest> {
  const manifest = readManifest(folder)
  const tables = DUMP_TABLES.map(({ name }) => {
    const table = manifest.tables.find((one) => one.name === name)
    if (!table) throw new Error(`${folder} has no table ${name}`)
    return table
  })
  for (const table of tables) await checkFile(folder, table)
  const [tools, decisions] = await Promise.all([
    call(service.from('tools').select('id').limit(1)),
    call(service.from('moderation_decisions').select('number').limit(1)),
  ])
  if (tools.length + decisions.length > 0)
    throw new Error('this site has content: a dump can only be loaded into an empty site')
  for (const table of tables) {
    for await (const rows of readBatches(join(folder, toFile(table.name))))
      await call(service.rpc('load_dump_page', { dumped: table.name, rows })).catch(
        (error: Error) => {
          throw new Error(
            `${table.name}: ${error.message}. A part of the dump is loaded: start again with an empty site`,
          )
        },
      )
    onTable(table)
  }
  return manifest
}

function readManifest(folder: string): Manifest {
  const file = join(folder, 'manifest.json')
  if (!existsSync(file)) throw new Error(`${file} is missing`)
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new Error(`${file} is not the manifest of a dump`)
  }
}

async function checkFile(folder: string, { name, sha256 }: Table): Promise<void> {
  const file = join(folder, toFile(name))
  if (!existsSync(file)) throw new Error(`${file} is missing`)
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  if (hash.digest('hex') !== sha256)
    throw new Error(`${file} is damaged: its SHA-256 is not the one of manifest.json`)
}

async function* readBatches(file: string): AsyncGenerator<Json[]> {
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()) })
  let batch: Json[] = []
  let characters = 0
  for await (const line of lines) {
    if (batch.length >= BATCH.rows || characters + line.length > BATCH.characters) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(JSON.parse(line) as Json)
    characters += line.length
  }
  if (batch.length > 0) yield batch
}
