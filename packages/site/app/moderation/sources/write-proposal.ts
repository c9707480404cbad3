import type { RowKey, RowResult } from '../../app/data/rpc-results.ts'
import {
  CHUNK_ROWS,
  findDuplicates,
  type ImportCalls,
  KEY_CHUNK_ROWS,
  type Summary,
  split,
  summarize,
} from '../../app/moderation/import/file/run-import.ts'
import type { TableRow } from '../../app/moderation/import/file/table-file.ts'
import type { ReportLine } from './list.ts'
import type {
  Proposal,
  ProposedAttribute,
  ProposedCapability,
  ProposedCategory,
} from './propose.ts'

/** What writing a proposal calls. */
export interface Catalog extends ImportCalls {
  listCategories(): Promise<{ slug: string; name: string }[]>
  saveCategory(category: ProposedCategory, color: string): Promise<void>
  removeCategory(slug: string): Promise<void>
  addCapabilities(capabilities: readonly ProposedCapability[]): Promise<void>
  saveAttribute(attribute: ProposedAttribute, isInFilter: boolean): Promise<void>
}

const COLORS = 'blue emerald amber violet rose cyan lime orange indigo teal pink sky'.split(' ')

/** The most attributes in filters. */
const FILTERS_MAX = 6

/** Attributes that lists can be filtered by; a number or a day needs an idea of its range first. */
export const isFilter = ({ kind }: ProposedAttribute): boolean =>
  kind === 'choice' || kind === 'choices' || kind === 'yes_no'

/** Writes a proposal to a site without tools: its categories become those of the list. */
export async function writeProposal(
  catalog: Catalog,
  proposal: Proposal,
): Promise<{ summary: Summary; report: ReportLine[] }> {
  await writeCategories(catalog, proposal)
  const { attributes } = proposal
  const filters = attributes.filter(isFilter).slice(0, FILTERS_MAX)
  for (const attribute of attributes)
    await catalog.saveAttribute(attribute, filters.includes(attribute))
  return await writeRows(catalog, proposal)
}

/** A site has at least one category, so the last one of before goes after the first new one has come. */
async function writeCategories(
  catalog: Catalog,
  { categories, capabilities }: Proposal,
): Promise<void> {
  const present = await catalog.listCategories()
  const nameOf = new Map(present.map(({ name }) => [name.toLowerCase(), name]))
  const wanted = new Set(categories.map(({ name }) => name.toLowerCase()))
  const [last, ...others] = present.filter(({ name }) => !wanted.has(name.toLowerCase()))
  for (const { slug } of others) await catalog.removeCategory(slug)
  for (const [at, category] of categories.entries()) {
    if (nameOf.has(category.name.toLowerCase())) continue
    // The one that is left may have its address.
    const slug = category.slug === last?.slug ? `${category.slug}-2` : category.slug
    await catalog.saveCategory({ ...category, slug }, COLORS[at % COLORS.length] ?? 'gray')
  }
  if (last) await catalog.removeCategory(last.slug)
  await catalog.addCapabilities(
    capabilities.map((each) => ({
      ...each,
      category: nameOf.get(each.category.toLowerCase()) ?? each.category,
    })),
  )
}

/** How often cells that the database refuses are left out: a message may hide another one. */
const ATTEMPTS = 4

/** The site has no tools, so a check of all rows before the first is written would find what writing them finds. */
async function writeRows(
  catalog: Catalog,
  { rows, places, attributes }: Proposal,
): Promise<{ summary: Summary; report: ReportLine[] }> {
  const report: ReportLine[] = []
  const reportRow = (row: TableRow, reason: string) => {
    const place = places[Number(row.row) - 1] ?? ''
    report.push({ place, text: String(row.name), reason: nameRows(reason, places) })
  }
  const fieldOf = new Map(attributes.map(({ label, key }) => [label.toLowerCase(), key]))
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
      ? listInvalidFields(message, fieldOf).filter((field) => field in row)
      : []
    reportRow(row, [message, ...fields.map((field) => `(${String(row[field])})`)].join(' '))
    const kept = Object.entries(row).filter(([field]) => !fields.includes(field))
    return fields.length > 0 ? Object.fromEntries(kept) : undefined
  }
  const written: RowResult[] = []
  for (const chunk of split(await leaveOutDuplicates(catalog, rows, reportRow), CHUNK_ROWS)) {
    let wanted = chunk
    for (let attempt = 1; wanted.length > 0; attempt += 1) {
      const results = await catalog.importRows(wanted, false)
      if (results.every(({ outcome }) => outcome !== 'invalid')) {
        written.push(...results)
        break
      }
      // Nothing of a call is written if a row is invalid. The results are in the order of the rows.
      wanted = wanted
        .map((row, at) => (results[at] ? leaveOut(row, results[at], attempt < ATTEMPTS) : row))
        .filter((row) => row !== undefined)
    }
  }
  for (const { outcome, message, row } of written)
    if (outcome === 'duplicate') reportRow({ row, name: rows[row - 1]?.name ?? '' }, message ?? '')
  return { summary: summarize(written), report }
}

/** A call would take a row that has the website or the name of an earlier one for a change of that tool. */
async function leaveOutDuplicates(
  catalog: Catalog,
  rows: readonly TableRow[],
  reportRow: (row: TableRow, reason: string) => void,
): Promise<TableRow[]> {
  const numbered = rows.map((row, at): TableRow => ({ ...row, row: at + 1 }))
  const keys: RowKey[] = []
  for (const chunk of split(numbered, KEY_CHUNK_ROWS)) keys.push(...(await catalog.readKeys(chunk)))
  const duplicates = findDuplicates(keys)
  for (const [row, message] of duplicates) {
    const duplicate = numbered[row - 1]
    if (duplicate) reportRow(duplicate, message)
  }
  // A name must not get a slug that another row has.
  return numbered
    .filter(({ row }) => !duplicates.has(Number(row)))
    .sort((one, other) => Number(!one.slug) - Number(!other.slug))
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
function listInvalidFields(message: string, fieldOf: ReadonlyMap<string, string>): string[] {
  return [...message.matchAll(/\bthe ([^.:]+?) is not valid\./gi)]
    .map(([, label = '']) => label.toLowerCase())
    .map((label) => fieldOf.get(label) ?? FIELD_OF_LABEL[label] ?? label.replaceAll(' ', '_'))
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
