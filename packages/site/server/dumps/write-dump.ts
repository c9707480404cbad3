import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, readdirSync } from 'node:fs'
import { mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type { DumpPage } from '../../app/data/rpc-results.ts'
import type { DataLicense } from '../../app/data/site.ts'
import type { ServiceClient } from '../jobs/service-client.ts'
import { DUMP_TABLES, toFile } from './dump-tables.ts'
import { isDump } from './stored-dumps.ts'

/** Rows of a request: memory does not grow with the data. */
const PAGE_ROWS = 1000

export interface DumpSource {
  service: ServiceClient
  /** What /figures.json says. */
  readFigures: () => Promise<unknown[]>
  license: DataLicense
  siteName: string
  siteUrl: string
}

/** A table of a dump. */
interface WrittenTable {
  name: string
  rows: number
  /** Of the file, in hexadecimal digits. */
  sha256: string
  bytes: number
}

/** In the order in which they replace those of an older dump. */
const FILES = [...DUMP_TABLES.map(({ name }) => toFile(name)), 'datapackage.json', 'manifest.json']

/** In a folder that exists: the folder stays, because it may be a mount, which no other can replace. */
const INNER_PART = '.part'

/** Where a dump is written until it is complete. */
const partOf = (folder: string) =>
  existsSync(folder) ? join(folder, INNER_PART) : `${folder}.part`

/** @throws {Error} unless a folder is missing, is empty or has a dump, which the next one replaces */
export function requirePlace(folder: string): void {
  for (const part of [`${folder}.part`, join(folder, INNER_PART)])
    if (listNames(part).some((name) => !FILES.includes(name))) throw notEmptyError(part)
  const names = listNames(folder).filter((name) => name !== INNER_PART)
  if (names.length > 0 && !isDump(folder)) throw notEmptyError(folder)
}

const listNames = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])

const notEmptyError = (folder: string) => new Error(`${folder} is not empty`)

/**
 * Writes the open data of a site to a folder: the tables as compressed JSON lines, datapackage.json
 * of https://datapackage.org, and manifest.json (spec 8 §3). A dump that is there stays whole until
 * the new one is complete.
 * @param folder as `requirePlace` wants it
 * @param signal ends it
 * @throws {Error} if the site cannot be read or the folder cannot be written; nothing of it is left then
 */
export async function writeDump(
  source: DumpSource,
  folder: string,
  signal?: AbortSignal,
): Promise<WrittenTable[]> {
  const part = partOf(folder)
  // Of a crash.
  await rm(part, { recursive: true, force: true })
  await mkdir(part, { recursive: true })
  try {
    const figures = await source.readFigures()
    const madeAt = await readTime(source.service)
    const tables: WrittenTable[] = []
    for (const { name } of DUMP_TABLES) {
      const read = () => readLines(source.service, name, madeAt, signal)
      tables.push({ name, ...(await writeTable(read, join(part, toFile(name)))) })
    }
    const manifest = {
      made_at: madeAt,
      license: source.license.name,
      tables: tables.map(({ name, rows, sha256 }) => ({ name, rows, sha256 })),
      figures,
    }
    await writeJson(join(part, 'datapackage.json'), describePackage(source, madeAt, tables))
    await writeJson(join(part, 'manifest.json'), manifest)
    await complete(part, folder)
    return tables
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

async function complete(part: string, folder: string): Promise<void> {
  if (part !== join(folder, INNER_PART)) return rename(part, folder)
  for (const file of FILES) await rename(join(part, file), join(folder, file))
  await rmdir(part)
}

/** Of the clock that wrote the times of all rows: another one may be ahead of it or behind. */
async function readTime(service: ServiceClient): Promise<string> {
  const { data } = await service.rpc('dump_page', { dumped: 'people', how_many: 1 }).throwOnError()
  return new Date(data.made_at).toISOString()
}

/** @param url of a site */
export async function readFigures(url: string): Promise<unknown[]> {
  const response = await fetch(`${url}/figures.json`)
  if (!response.ok) throw new Error(`${response.url} answers ${response.status}`)
  return (await response.json()) as unknown[]
}

const writeJson = (file: string, content: object) =>
  writeFile(file, `${JSON.stringify(content, null, 1)}\n`, { flush: true })

async function writeTable(
  read: () => AsyncGenerator<DumpPage>,
  file: string,
): Promise<Omit<WrittenTable, 'name'>> {
  const hash = createHash('sha256')
  let rows = 0
  let bytes = 0
  await pipeline(
    async function* () {
      for await (const page of read()) {
        rows += page.rows
        yield `${page.lines}\n`
      }
    },
    createGzip(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    createWriteStream(file, { flush: true }),
  )
  return { rows, sha256: hash.digest('hex'), bytes }
}

/** Pauses as long as each page took, so that others have at least half of the database's time. */
async function* readLines(
  service: ServiceClient,
  dumped: string,
  made_at: string,
  signal?: AbortSignal,
): AsyncGenerator<DumpPage> {
  let position: { after?: string } = {}
  for (;;) {
    signal?.throwIfAborted()
    const startedAt = performance.now()
    const page: DumpPage = (
      await service
        .rpc('dump_page', { dumped, made_at, how_many: PAGE_ROWS, ...position })
        .throwOnError()
    ).data
    if (page.rows > 0) yield page
    if (page.next === null) return
    position = { after: page.next }
    await pause(performance.now() - startedAt, undefined, { signal })
  }
}

function describePackage(
  { license, siteName, siteUrl }: DumpSource,
  madeAt: string,
  tables: readonly WrittenTable[],
) {
  return {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: 'open-data',
    title: `Open data of ${siteName}`,
    homepage: `${siteUrl}/data`,
    created: madeAt,
    licenses: [license],
    resources: DUMP_TABLES.map(({ name, key, description, fields }) => {
      const { bytes = 0, sha256 = '' } = tables.find((table) => table.name === name) ?? {}
      return {
        name,
        description,
        path: toFile(name),
        format: 'jsonl',
        mediatype: 'application/jsonl',
        compression: 'gz',
        encoding: 'utf-8',
        bytes,
        hash: `sha256:${sha256}`,
        schema: {
          fields: fields.map(([field, type, meaning]) => ({
            name: field,
            type,
            ...(meaning ? { description: meaning } : {}),
          })),
          primaryKey: [key],
        },
      }
    }),
  }
}
