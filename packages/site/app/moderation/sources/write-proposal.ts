import type { RowKey, RowResult } from '../../data/rpc-results.ts'
import {
  CHUNK_ROWS,
  findDuplicates,
  type ImportCalls,
  KEY_CHUNK_ROWS,
  type OnProgress,
  type Summary,
  split,
  summarize,
} from '../import/file/run-import.ts'
import type { TableRow } from '../import/file/table-file.ts'
import type {
  Proposal,
  ProposedAttribute,
  ProposedCapability,
  ProposedCategory,
  ProposedOption,
  ReportLine,
} from './proposal.ts'
import { replaceNewTopics } from './replace-new-topics.ts'

/** What `add_source_topics` adds. */
export type Topics = {
  categories: (ProposedCategory & { color: string })[]
  capabilities: ProposedCapability[]
  attributes: (ProposedAttribute & { in_filter: boolean })[]
  options: { key: string; options: ProposedOption[] }[]
}

/** A tool that its source does not have any more. */
export interface GoneTool {
  tool: string
  name: string
  slug: string
  since: string
}

/** What writing a list calls; all calls are of one source. */
export interface Catalog extends ImportCalls {
  addTopics(topics: Topics): Promise<void>
  /** Ends a read that found these tools. */
  finish(tools: string[], counts: Counts, isDryRun: boolean): Promise<GoneTool[]>
}

/** Of rows, and of tools that a person changed or that the source does not have any more. */
export type Counts = Summary & { kept: number }

/** What became of a row. */
export interface WrittenRow {
  place: string
  name: string
  outcome: RowResult['outcome']
  changed: readonly string[]
  /** Fields that a person has changed, which stay. */
  kept: readonly string[]
}

export interface WrittenList {
  counts: Counts
  rows: WrittenRow[]
  gone: GoneTool[]
  /** What of the rows could not be written. */
  report: ReportLine[]
}

interface WriteOptions {
  isDryRun?: boolean
  onProgress?: OnProgress
}

const COLORS = 'blue emerald amber violet rose cyan lime orange indigo teal pink sky'.split(' ')

/** The most attributes in filters. */
const FILTERS_MAX = 6

/** Attributes that lists can be filtered by; a number or a day needs an idea of its range first. */
export const isFilter = ({ kind }: ProposedAttribute): boolean =>
  kind === 'choice' || kind === 'choices' || kind === 'yes_no'

/** Categories of a call: each is compared with all tools. */
const CATEGORIES_OF_CALL = 10

/** Adds what the tools of a list need and the site does not have. */
export async function addTopics(catalog: Catalog, proposal: Proposal): Promise<void> {
  const { categories, ...others } = toTopics(proposal)
  const none = { capabilities: [], attributes: [], options: [] }
  for (const part of split(categories, CATEGORIES_OF_CALL))
    await catalog.addTopics({ ...none, categories: part })
  if (Object.values(others).some((each: readonly unknown[]) => each.length > 0))
    await catalog.addTopics({ ...others, categories: [] })
}

function toTopics({ categories, capabilities, attributes, options }: Proposal): Topics {
  const filters = attributes.filter(isFilter).slice(0, FILTERS_MAX)
  return {
    categories: categories.map((category, at) => ({
      ...category,
      color: COLORS[at % COLORS.length] ?? 'gray',
    })),
    capabilities,
    attributes: attributes.map((each) => ({ ...each, in_filter: filters.includes(each) })),
    options,
  }
}

/** Writes the tools of a list, or with `isDryRun` finds what writing them would do. */
export async function writeProposal(
  catalog: Catalog,
  proposal: Proposal,
  { isDryRun = false, onProgress = () => {} }: WriteOptions = {},
): Promise<WrittenList> {
  if (!isDryRun) await addTopics(catalog, proposal)
  const { results, report } = await writeRows(catalog, proposal, isDryRun, onProgress)
  const rows = results.map(({ row, outcome, changed = [], kept = [] }): WrittenRow => {
    const name = String(proposal.rows[row - 1]?.name ?? '')
    return { place: proposal.places[row - 1] ?? '', name, outcome, changed, kept }
  })
  const counts = {
    ...summarize(results),
    kept: rows.filter(({ kept }) => kept.length > 0).length,
  }
  const tools = results.flatMap(({ tool }) => tool ?? [])
  return { counts, rows, gone: await catalog.finish(tools, counts, isDryRun), report }
}

/** How often cells that the database refuses are left out: a message may hide another one. */
const ATTEMPTS = 4

async function writeRows(
  catalog: Catalog,
  proposal: Proposal,
  isDryRun: boolean,
  onProgress: OnProgress,
): Promise<{ results: RowResult[]; report: ReportLine[] }> {
  const { rows, places, keys } = proposal
  const report: ReportLine[] = []
  const reportRow = (row: TableRow, reason: string) => {
    const place = places[Number(row.row) - 1] ?? ''
    report.push({ place, text: String(row.name), reason: nameRows(reason, places) })
  }
  /**
   * @param hasOtherAttempts false leaves out all of a refused row, so that the others are written
   * @returns the row without the cells that a message refuses; undefined if it cannot be written without them
   */
  const leaveOut = (
    row: TableRow,
    { outcome, message }: RowResult,
    hasOtherAttempts: boolean,
  ): TableRow | undefined => {
    if (outcome !== 'invalid' || !message) return row
    const fields = hasOtherAttempts
      ? listInvalidFields(message, keys).filter((field) => field in row)
      : []
    reportRow(row, [message, ...fields.map((field) => `(${String(row[field])})`)].join(' '))
    const kept = Object.entries(row).filter(([field]) => !fields.includes(field))
    return fields.length > 0 ? Object.fromEntries(kept) : undefined
  }
  const { unique, results } = await leaveOutDuplicates(catalog, rows, reportRow)
  const replaced = isDryRun ? replaceNewTopics(proposal) : undefined
  for (const chunk of split(unique, CHUNK_ROWS)) {
    let wanted = replaced ? chunk.map(replaced.toRow) : chunk
    for (let attempt = 1; wanted.length > 0; attempt += 1) {
      const found = await callInTime(wanted, (part) => catalog.importRows(part, isDryRun))
      if (found.every(({ outcome }) => outcome !== 'invalid')) {
        results.push(...(replaced ? found.map(replaced.toResult) : found))
        break
      }
      // Nothing of a call is written if a row is invalid. The results are in the order of the rows.
      const hasOtherAttempts = attempt < ATTEMPTS
      const next = wanted.map((row, at) =>
        found[at] ? leaveOut(row, found[at], hasOtherAttempts) : row,
      )
      results.push(...found.filter((_, at) => next[at] === undefined))
      wanted = next.filter((row) => row !== undefined)
    }
    onProgress(results.length, rows.length)
  }
  for (const { outcome, message, row, kept = [] } of results) {
    const named = { row, name: rows[row - 1]?.name ?? '' }
    if (outcome === 'duplicate' && message) reportRow(named, message)
    if (kept.length > 0) reportRow(named, describeKept(kept))
  }
  return { results, report }
}

/** The database ends a statement that takes long, as on a machine with much other work: then each half is sent. */
async function callInTime<Row, Result>(
  rows: readonly Row[],
  call: (part: readonly Row[]) => Promise<Result[]>,
): Promise<Result[]> {
  try {
    return await call(rows)
  } catch (error) {
    const hasTimedOut = error instanceof Error && 'code' in error && error.code === '57014'
    if (!hasTimedOut || rows.length < 2) throw error
    const half = Math.ceil(rows.length / 2)
    const first = await callInTime(rows.slice(0, half), call)
    return [...first, ...(await callInTime(rows.slice(half), call))]
  }
}

const describeKept = (fields: readonly string[]): string =>
  `A person or another list has changed its ${fields.map(spellField).join(', ')}, which stays.`

/** "website url" of `website_url`, "demo" of `more.demo`. */
export const spellField = (field: string): string =>
  field
    .replace(/^more\./, '')
    .replace(/_url$/, '')
    .replaceAll('_', ' ')

/** A call would take a row that has the website or the name of an earlier one for a change of that tool. */
async function leaveOutDuplicates(
  catalog: Catalog,
  rows: readonly TableRow[],
  reportRow: (row: TableRow, reason: string) => void,
): Promise<{ unique: TableRow[]; results: RowResult[] }> {
  const numbered = rows.map((row, at): TableRow => ({ ...row, row: at + 1 }))
  const keys: RowKey[] = []
  for (const chunk of split(numbered, KEY_CHUNK_ROWS))
    keys.push(...(await callInTime(chunk, (part) => catalog.readKeys(part))))
  const duplicates = findDuplicates(keys)
  const toolOf = new Map(keys.map(({ row, tool }) => [row, tool]))
  const results = [...duplicates].map(([row, message]): RowResult => {
    reportRow(numbered[row - 1] ?? {}, message)
    return { row, outcome: 'duplicate', tool: toolOf.get(row) ?? null, message: null }
  })
  const unique = numbered
    .filter(({ row }) => !duplicates.has(Number(row)))
    // A name must not get a slug that another row has.
    .sort((one, other) => Number(!one.slug) - Number(!other.slug))
  return { unique, results }
}

/** The words of the database for a field, where they are not its name. */
const FIELD_OF_LABEL: Readonly<Record<string, string>> = {
  website: 'website_url',
  logo: 'logo_url',
  'list of other names': 'aliases',
  'list of capabilities': 'capabilities',
  'list of other categories': 'more_categories',
  repository: 'repository_url',
  successor: 'successor_id',
  'date of the version': 'latest_version_on',
  'end date': 'discontinued_on',
}

/** The required fields cannot be left out. */
const REQUIRED = ['name', 'description', 'category']

/** The fields of "Row 3: the license is not valid. …" that can be left out. */
function listInvalidFields(message: string, keys: Readonly<Record<string, string>>): string[] {
  return [...message.matchAll(/\bthe ([^.:]+?) is not valid\./gi)]
    .map(([, label = '']) => label.toLowerCase())
    .map((label) => keys[label] ?? FIELD_OF_LABEL[label] ?? label.replaceAll(' ', '_'))
    .filter((field) => !REQUIRED.includes(field))
}

/** Messages number rows; the operator finds them by their places in the list. */
const nameRows = (message: string, places: readonly string[]): string =>
  message
    .replace(/^Row \d+:? /, '')
    .replaceAll(
      /\brow (\d+)/gi,
      (_, number: string) => places[Number(number) - 1] ?? `row ${number}`,
    )
    .replace(/^./, (letter) => letter.toUpperCase())
