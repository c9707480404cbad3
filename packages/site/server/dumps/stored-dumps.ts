import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { DumpSummary } from '../../app/data/site.ts'
import type { Environment } from '../environment.ts'

/** The name of a dump's folder. */
const DAY = /^\d{4}-\d\d-\d\d$/

/** The folder of the dumps of a site. */
export const dumpFolderOf = ({ DATA_DIR, DUMP_DIR }: Environment): string =>
  DUMP_DIR ?? join(DATA_DIR, 'dumps')

export const manifestSchema = z.object({
  made_at: z.string(),
  license: z.string(),
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256: z.string() })),
  figures: z.array(z.unknown()),
})

/** Whether a folder has the manifest of a dump. */
export function isDump(folder: string): boolean {
  try {
    return manifestSchema.safeParse(readJson(join(folder, 'manifest.json'))).success
  } catch {
    return false
  }
}

const packageSchema = z.object({
  licenses: z.tuple([z.object({ name: z.string(), title: z.string(), path: z.string() })]),
  resources: z.array(z.object({ name: z.string(), bytes: z.int() })),
})

/** The days of the dumps in a folder, the newest first. */
export const listDays = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => DAY.test(name))
        .sort()
        .reverse()
    : []

/**
 * Lists the dumps in a folder, the newest first. Each is read once, unless another one takes its place.
 * @param folder need not exist
 */
export function createDumpList(folder: string): () => DumpSummary[] {
  let known = new Map<string, DumpSummary>()
  return () => {
    const found = listDays(folder).flatMap((day) => {
      const at = join(folder, day)
      const manifest = statSync(join(at, 'manifest.json'), { throwIfNoEntry: false })
      if (!manifest) return []
      const key = `${day} ${manifest.mtimeMs}`
      return [[key, known.get(key) ?? readDump(at, day)] as const]
    })
    known = new Map(found)
    return [...known.values()]
  }
}

function readDump(folder: string, day: string): DumpSummary {
  const { made_at, tables } = manifestSchema.parse(readJson(join(folder, 'manifest.json')))
  const { licenses, resources } = packageSchema.parse(readJson(join(folder, 'datapackage.json')))
  const sizes = new Map(resources.map(({ name, bytes }) => [name, bytes]))
  return {
    day,
    madeAt: made_at,
    license: licenses[0],
    tables: tables.map((table) => ({ ...table, bytes: sizes.get(table.name) ?? 0 })),
  }
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
