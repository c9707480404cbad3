import type { Outcome, RowKey, RowResult } from '../../../data/rpc-results.ts'
import * as staffWords from '../../words/staff.ts'
import type { TableRow } from './table-file.ts'

/** The calls of the database. */
export interface ImportCalls {
  readKeys(rows: readonly TableRow[]): Promise<RowKey[]>
  importRows(rows: readonly TableRow[], dryRun: boolean): Promise<RowResult[]>
}

/** Rows of a call. The database takes 200; other requests wait while PGlite writes them. */
export const CHUNK_ROWS = 100
export const KEY_CHUNK_ROWS = 1000

/** A file that was checked. */
export interface CheckedImport {
  results: RowResult[]
  /** What writing it sends. */
  rows: readonly TableRow[]
  /** Rows that name a tool of the same file as their successor: it has to be listed first. */
  successors: readonly TableRow[]
}

/** @param done how many of `total` rows are done */
export type OnProgress = (done: number, total: number) => void

/** Checks all rows of a file and writes nothing. */
export async function checkImport(
  { readKeys, importRows }: ImportCalls,
  table: readonly TableRow[],
  onProgress: OnProgress = () => {},
): Promise<CheckedImport> {
  const numbered = table.map((row, at): TableRow => ({ ...row, row: at + 1 }))
  const keys: RowKey[] = []
  for (const chunk of split(numbered, KEY_CHUNK_ROWS)) keys.push(...(await readKeys(chunk)))
  const { rows, successors } = deferSuccessors(numbered, keys)
  const checked: RowResult[] = []
  for (const chunk of split(rows, CHUNK_ROWS)) {
    checked.push(...(await importRows(chunk, true)))
    onProgress(checked.length, rows.length)
  }
  const deferred = new Set(successors.map(({ row }) => row))
  const duplicates = findDuplicates(keys)
  const results = checked.map((result): RowResult => {
    const message = duplicates.get(result.row)
    if (message && (result.outcome !== 'invalid' || needsRename(result)))
      return { ...result, outcome: 'duplicate', message }
    if (result.outcome !== 'unchanged' || !deferred.has(result.row)) return result
    return { ...result, outcome: 'updated' }
  })
  const skipped = new Set(
    results.filter(({ outcome }) => outcome === 'duplicate').map(({ row }) => row),
  )
  const isKept = ({ row }: TableRow) => !skipped.has(Number(row))
  return {
    results,
    // A name must not get a slug that another row has.
    rows: rows.filter(isKept).sort((a, b) => Number(!a.slug) - Number(!b.slug)),
    successors: successors.filter(isKept),
  }
}

/** The database refused rows that were valid when they were checked. */
export class RowsRefusedError extends Error {
  readonly results: readonly RowResult[]
  constructor(results: readonly RowResult[]) {
    super(results.map(({ message }) => message).join('\n'))
    this.results = results
  }
}

/**
 * Writes the rows of a checked file. Rows that were written before, as by an attempt that failed, are
 * `unchanged`.
 * @returns the results of all rows, of which duplicates are as they were checked
 * @throws {RowsRefusedError} if something else has changed since the check
 */
export async function writeImport(
  { importRows }: ImportCalls,
  { results, rows, successors }: CheckedImport,
  onProgress: OnProgress = () => {},
): Promise<RowResult[]> {
  const written = new Map(results.map((result) => [result.row, result]))
  const total = rows.length + successors.length
  let done = 0
  const write = async (chunk: readonly TableRow[]) => {
    const answer = await importRows(chunk, false)
    const refused = answer.filter(({ outcome }) => outcome === 'invalid')
    if (refused.length > 0) throw new RowsRefusedError(refused)
    done += chunk.length
    onProgress(done, total)
    return answer
  }
  for (const chunk of split(rows, CHUNK_ROWS)) {
    for (const result of await write(chunk)) written.set(result.row, result)
  }
  for (const chunk of split(successors, CHUNK_ROWS)) {
    for (const result of await write(chunk)) {
      if (written.get(result.row)?.outcome === 'unchanged') written.set(result.row, result)
    }
  }
  return [...written.values()]
}

/** Whether a row is invalid only because it changes a name or a website. */
export const needsRename = ({ outcome, message }: RowResult): boolean =>
  outcome === 'invalid' && (message?.endsWith('which has to be allowed.') ?? false)

/** From so many rows on, a problem is described once. */
const SHARED_ROWS = 4

/** The problems that several rows have, such as a column that does not exist: each with the numbers of its rows. */
export function listSharedProblems(results: readonly RowResult[]): Map<string, number[]> {
  const rowsByProblem = Map.groupBy(
    results.filter(({ outcome, message }) => outcome === 'invalid' && message),
    ({ row, message }) => message?.replace(`Row ${row}: `, '') ?? '',
  )
  return new Map(
    [...rowsByProblem]
      .filter(([, found]) => found.length >= SHARED_ROWS)
      .map(([problem, found]) => [problem, found.map(({ row }) => row)]),
  )
}

/** What is wrong with the rows: a line for each problem that several have, and one for each other row. */
export function describeProblems(results: readonly RowResult[]): string[] {
  const shared = listSharedProblems(results)
  const described = new Set([...shared.values()].flat())
  return [
    ...[...shared].map(([problem, rows]) =>
      staffWords.sharedProblem(problem, rows, results.length),
    ),
    ...results.flatMap(({ row, message }) => (message && !described.has(row) ? [message] : [])),
  ]
}

export type Summary = Readonly<Record<Outcome, number>>

export function summarize(results: readonly RowResult[]): Summary {
  const summary = { created: 0, updated: 0, unchanged: 0, duplicate: 0, invalid: 0 }
  for (const { outcome } of results) summary[outcome] += 1
  return summary
}

/** The messages of rows that repeat an earlier row, also one of another call. */
export function findDuplicates(keys: readonly RowKey[]): Map<number, string> {
  const messages = new Map<number, string>()
  const first = new Map<string, number>()
  for (const { row, website, tool, slug, name } of keys) {
    const checks: [key: string | null, words: (row: number, earlier: number) => string][] = [
      [website && `website ${website}`, staffWords.sameWebsite],
      [tool && `tool ${tool}`, staffWords.sameTool],
      [tool ? null : slug && `slug ${slug}`, staffWords.sameSlug],
      [tool ? null : name && `name ${name}`, staffWords.sameName],
    ]
    for (const [key, words] of checks) {
      if (!key) continue
      const earlier = first.get(key)
      if (earlier === undefined) first.set(key, row)
      else if (!messages.has(row)) messages.set(row, words(row, earlier))
    }
  }
  return messages
}

/** Takes out successors that are new tools of the same file. */
function deferSuccessors(numbered: readonly TableRow[], keys: readonly RowKey[]) {
  const newSlugs = new Set(
    keys.flatMap(({ tool, slug, name_slug }) => (tool ? [] : [slug ?? name_slug])),
  )
  const successors: TableRow[] = []
  const rows = numbered.map((row, at) => {
    const { successor_id, ...rest } = row
    const slug = typeof successor_id === 'string' ? successor_id.trim().toLowerCase() : ''
    if (!newSlugs.has(slug)) return row
    successors.push({
      row: row.row ?? at + 1,
      ...(row.slug ? { slug: row.slug } : { name: row.name ?? null }),
      ...('website_url' in row ? { website_url: row.website_url } : {}),
      successor_id: slug,
    } as TableRow)
    return rest
  })
  return { rows, successors }
}

export function* split<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}
