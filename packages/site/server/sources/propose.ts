import type { SourceCatalog } from '../../app/data/rpc-results.ts'
import { COLUMNS, type TableRow } from '../../app/moderation/import/file/table-file.ts'
import {
  ATTRIBUTE_KINDS,
  type Proposal,
  type ProposedAttribute,
  type ProposedCapability,
  type ProposedCategory,
  type ProposedOption,
  type ReportLine,
} from '../../app/moderation/sources/proposal.ts'
import {
  findPlatform,
  findPricing,
  isGiven,
  type Mapping,
  OPTIONS_MAX,
  toAddress,
  toDay,
  toNumber,
  toValues,
} from './guess-columns.ts'
import { isWebAddress, type ListRecord, type ReadList, toLine, toSlug } from './list.ts'
import { findLicenses } from './readers/find-licenses.ts'

const CATEGORIES_MAX = 500
/** The category of tools without one. */
const OTHER = 'Other'
const MORE_CATEGORIES_MAX = 4
const CAPABILITIES_MAX = 20
const ATTRIBUTES_MAX = 40

/** Labels that the import reads as built-in facts. */
const TAKEN_LABELS = new Set([
  ...COLUMNS.map((column) => column.replaceAll('_', ' ')),
  ...['website', 'logo', 'price', 'currency', 'period', 'repository', 'successor', 'end date'],
])

/** A tool, from one entry or several. */
interface Draft {
  place: string
  row: Record<string, TableRow[string]>
  categories: string[]
  capabilities: string[]
  /** By columns. */
  more: Map<string, unknown>
}

const NEW_SITE: SourceCatalog = { categories: [], capabilities: [], attributes: [] }

/**
 * Makes rows of the entries of a list, and what the site needs for them.
 * @param site what it has already
 */
export function propose(list: ReadList, mapping: Mapping, site = NEW_SITE): Proposal {
  const leftOut = [...mapping].filter(([, target]) => !target)
  const report: ReportLine[] = [
    ...list.report,
    ...leftOut.map(([column]) => ({
      place: 'all',
      text: column,
      reason: 'The column is left out.',
    })),
  ]
  const names = new TopicNames(list, site, report)
  const drafts = new Map<string, Draft>()
  for (const record of list.records) {
    const draft = readRecord(record, mapping, names, report)
    if (!draft) continue
    const key = keyOf(draft)
    const earlier = drafts.get(key)
    if (earlier) join(earlier, draft)
    else drafts.set(key, draft)
  }
  const tools = [...drafts.values()]
  const attributes = proposeAttributes(tools, mapping, site, report)
  const rows = tools.map((draft) => toRow(draft, attributes, report))
  const known = new Map(site.attributes.map(({ key, options }) => [key, options]))
  const isNew = ({ key }: ProposedAttribute) => !known.has(key)
  return {
    ...names.listNew(),
    attributes: [...attributes.values()].filter(isNew),
    options: [...attributes.values()].flatMap(({ key, options }) => {
      const present = known.get(key)
      const added = present ? options.slice(present.length) : []
      return added.length > 0 ? [{ key, options: added }] : []
    }),
    keys: Object.fromEntries(
      [...attributes.values()].map(({ label, key }) => [label.toLowerCase(), key]),
    ),
    present: site.categories[0]?.name ?? '',
    rows: site === NEW_SITE ? rows : fillCells(rows),
    places: tools.map(({ place }) => place),
    report: report.toSorted((one, other) => numberOf(one) - numberOf(other)),
  }
}

/** "row 12", "line 12", "entry 12"; lines about all, and those with files, stay in their order. */
const numberOf = ({ place }: ReportLine): number =>
  Number(/^(?:row|line|entry) (\d+)$/.exec(place)?.[1] ?? 0)

/** A value that the list does not have any more is gone: all rows have the cells of the others. */
function fillCells(rows: readonly TableRow[]): TableRow[] {
  const fields = new Set([...rows.flatMap((row) => Object.keys(row)), 'more_categories'])
  fields.delete('slug')
  const empty = Object.fromEntries([...fields].map((field) => [field, null]))
  return rows.map((row) => ({ ...empty, ...row }))
}

/** The same tool under several headings is one tool. */
const keyOf = ({ row }: Draft): string =>
  [row.website_url ?? '', row.name]
    .map((part) =>
      String(part)
        .toLowerCase()
        .replace(/^https?:\/\/(www\.)?/, '')
        .replace(/\/+$/, ''),
    )
    .join(' ')

function join(draft: Draft, other: Draft): void {
  draft.categories = [...new Set([...draft.categories, ...other.categories])]
  draft.capabilities = [...new Set([...draft.capabilities, ...other.capabilities])]
  draft.row = { ...other.row, ...draft.row }
  draft.more = new Map([...other.more, ...draft.more])
}

function readRecord(
  { place, cells }: ListRecord,
  mapping: Mapping,
  names: TopicNames,
  report: ReportLine[],
): Draft | undefined {
  const draft: Draft = { place, row: {}, categories: [], capabilities: [], more: new Map() }
  const uses: string[] = []
  for (const [column, value] of Object.entries(cells)) {
    const target = mapping.get(column)
    if (!target || !isGiven(value)) continue
    if ('attribute' in target) draft.more.set(column, value)
    else if (target.field === 'category' || target.field === 'more_categories')
      draft.categories.push(...toValues(value).map((name) => names.addCategory(name)))
    else if (target.field === 'capabilities') uses.push(...toValues(value))
    else {
      const label = target.field.replaceAll('_', ' ')
      const { read, lost = [] } = readField(target.field, value)
      if (read !== undefined) draft.row[target.field] = read
      else lost.push(String(value))
      for (const text of lost) {
        const isCut = typeof read === 'string'
        const reason = isCut
          ? `The ${label} is cut: it is too long.`
          : `It is no value of ${label}.`
        report.push({ place, text: toLine(text, 200), reason })
      }
    }
  }
  if (!draft.row.name) {
    report.push({ place, text: toLine(JSON.stringify(cells), 200), reason: 'It has no name.' })
    return undefined
  }
  if (draft.categories.length === 0) draft.categories.push(names.addCategory(OTHER))
  draft.categories = [...new Set(draft.categories)]
  draft.capabilities = [...new Set(uses.map((use) => names.addCapability(use, draft.categories)))]
  // It is required.
  draft.row.description ||= draft.row.name
  return draft
}

interface ReadField {
  /** Undefined if the value has another form. */
  read: TableRow[string] | undefined
  /** What is not in it. */
  lost?: string[]
}

const LONGEST: Readonly<Record<string, number>> = {
  name: 100,
  description: 1000,
  latest_version: 40,
}

const ALIASES_MAX = 10

/** The value of a built-in field. */
function readField(field: string, value: unknown): ReadField {
  const texts = toValues(value)
  const text = Array.isArray(value) ? texts.join('; ') : String(value).trim()
  const longest = LONGEST[field]
  if (text === '') return { read: undefined }
  if (longest !== undefined) {
    const read = toLine(text, longest)
    return { read, lost: toLine(text, Number.POSITIVE_INFINITY) === read ? [] : [text] }
  }
  if (field.endsWith('_url')) return { read: toAddress(text) }
  if (field === 'license') return { read: findLicenses(texts.join(' OR ')) }
  if (field === 'pricing_model') return { read: findPricing(text) }
  if (field === 'platforms') {
    const parts = texts
      .flatMap((each) => (findPlatform(each) ? [each] : each.split(/[,\s]+/)))
      .filter(Boolean)
    return {
      read: parts.map((part) => findPlatform(part)).filter((part) => part !== undefined),
      lost: parts.filter((part) => findPlatform(part) === undefined),
    }
  }
  if (field === 'aliases')
    return { read: texts.slice(0, ALIASES_MAX), lost: texts.slice(ALIASES_MAX) }
  if (field.endsWith('_on')) return { read: toDay(text) }
  return { read: text }
}

/** The categories and capabilities of a list and the site, each once. */
class TopicNames {
  readonly #categories = new Map<string, ProposedCategory>()
  readonly #capabilities = new Map<string, ProposedCapability>()
  readonly #list: ReadList
  readonly #site: SourceCatalog
  readonly #report: ReportLine[]
  /** How many categories the site can get, besides one for the tools of all others. */
  #left: number

  constructor(list: ReadList, site: SourceCatalog, report: ReportLine[]) {
    this.#list = list
    this.#site = site
    this.#report = report
    this.#left = CATEGORIES_MAX - 1 - site.categories.length
    for (const category of site.categories.toReversed())
      for (const name of [...category.aliases, category.slug, category.name])
        this.#categories.set(name.toLowerCase(), { ...category, description: '' })
    for (const capability of site.capabilities) {
      const { name, category } = capability
      this.#capabilities.set(keyOfUse(category, name), capability)
      this.#capabilities.set(keyOfUse(category, name.replace(` (${category})`, '')), capability)
    }
  }

  /** @returns the name as the site has it */
  addCategory(text: string): string {
    const name = toTopic(text)
    const known = this.#categories.get(name.toLowerCase())
    if (known) return known.name
    if (this.#left <= 0 && name !== OTHER) {
      const reason = `A site can have at most ${CATEGORIES_MAX} categories: its tools are in ${OTHER}.`
      this.#report.push({ place: 'all', text: name, reason })
      const other = this.addCategory(OTHER)
      const category = this.#categories.get(other.toLowerCase())
      if (category) this.#categories.set(name.toLowerCase(), category)
      return other
    }
    this.#left -= 1
    const slug = findFree(
      toSlug(name) || 'category',
      [...this.#categories.values()].map((each) => each.slug),
    )
    const description = toLine(this.#list.descriptions.get(text) ?? '', 300)
    this.#categories.set(name.toLowerCase(), { slug, name, description })
    return name
  }

  /**
   * @param categories of the tool, the main one first
   * @returns its slug
   */
  addCapability(text: string, categories: readonly string[]): string {
    const plain = toTopic(text)
    const [category = ''] = categories
    const others = [...this.#capabilities.values()]
    const known =
      categories.map((each) => this.#capabilities.get(keyOfUse(each, plain))).find(Boolean) ??
      (this.#list.isByHeadings
        ? undefined
        : others.find(({ name }) => name.toLowerCase() === plain.toLowerCase()))
    if (known) return known.slug
    const isTaken = others.some(({ name }) => name.toLowerCase() === plain.toLowerCase())
    const name = isTaken ? toTopic(`${plain} (${category})`) : plain
    const slug = findFree(
      toSlug(name) || 'use',
      others.map((each) => each.slug),
    )
    this.#capabilities.set(keyOfUse(category, plain), { slug, name, category })
    return slug
  }

  /** What the site does not have. */
  listNew(): Pick<Proposal, 'categories' | 'capabilities'> {
    const known = new Set(
      [...this.#site.categories, ...this.#site.capabilities].map(
        ({ slug, name }) => `${slug} ${name}`,
      ),
    )
    const isNew = ({ slug, name }: { slug: string; name: string }) => !known.has(`${slug} ${name}`)
    return {
      categories: [...new Set(this.#categories.values())].filter(isNew),
      capabilities: [...this.#capabilities.values()].filter(isNew),
    }
  }
}

const keyOfUse = (category: string, name: string): string => `${category} ${name.toLowerCase()}`

/** Names of topics have no commas and semicolons. */
function toTopic(text: string): string {
  const name = toLine(text.replaceAll(/\s*[,;]\s*/g, ' / '), 60)
  return name.length < 2 ? `${name} tools` : name
}

function findFree(wanted: string, taken: readonly string[]): string {
  let free = wanted
  for (let number = 2; taken.includes(free); number += 1) free = `${wanted}-${number}`
  return free
}

/** The attributes by their columns: those of the site, then those with the most values if there are too many. */
function proposeAttributes(
  tools: readonly Draft[],
  mapping: Mapping,
  site: SourceCatalog,
  report: ReportLine[],
): Map<string, ProposedAttribute> {
  const columns = [...mapping].flatMap(([column, target]) => {
    const values = tools.flatMap(({ more }) => toValues(more.get(column)))
    if (!target || !('attribute' in target) || values.length === 0) return []
    const label = toLabel(column, [])
    const known = site.attributes.find(
      (each) => each.label.toLowerCase() === label.toLowerCase() || each.key === column,
    )
    return [{ column, kind: target.attribute, values, known }]
  })
  const chosen = columns
    .filter(({ known }) => !known)
    .toSorted((one, other) => other.values.length - one.values.length)
    .slice(0, ATTRIBUTES_MAX - site.attributes.length)
  const attributes = new Map<string, ProposedAttribute>()
  for (const { column, kind, values, known } of columns) {
    if (known) {
      const knownKind = ATTRIBUTE_KINDS.find((each) => each === known.kind) ?? 'text'
      const options = isChoice(knownKind) ? toOptions(values, known.options) : []
      attributes.set(column, { ...known, kind: knownKind, options })
      continue
    }
    if (chosen.every((each) => each.column !== column)) {
      report.push({
        place: 'all',
        text: column,
        reason: `A catalog has at most ${ATTRIBUTES_MAX} attributes.`,
      })
      continue
    }
    const others = [...site.attributes, ...attributes.values()]
    const label = toLabel(column, others)
    const base = toSlug(label)
      .replaceAll('-', '_')
      .replace(/^(?=\d)|^$/, 'a_')
      .slice(0, 36)
    const key = findFree(
      base,
      others.map((each) => each.key),
    )
    const options = isChoice(kind) ? toOptions(values) : []
    attributes.set(column, { key: key.replaceAll('-', '_'), label, kind, options })
  }
  return attributes
}

const isChoice = (kind: string): boolean => kind === 'choice' || kind === 'choices'

function toLabel(column: string, others: readonly { label: string }[]): string {
  const words = toLine(column.replaceAll(/[_;]+/g, ' '), 33)
  const plain = words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
  const label =
    TAKEN_LABELS.has(plain.toLowerCase()) || plain.length < 2 ? `${plain} (list)`.trim() : plain
  return findFree(
    label,
    others.map((each) => each.label),
  )
}

/** The options that the site has, then the values that the most tools have. */
function toOptions(
  values: readonly string[],
  known: readonly ProposedOption[] = [],
): ProposedOption[] {
  const counts = new Map<string, { label: string; count: number }>()
  for (const value of values) {
    const label = toLine(value.replaceAll(';', ','), 60)
    const counted = counts.get(label.toLowerCase()) ?? { label, count: 0 }
    counts.set(label.toLowerCase(), { ...counted, count: counted.count + 1 })
  }
  for (const { label } of known) counts.delete(label.toLowerCase())
  const labels = [...counts.values()]
    .sort((one, other) => other.count - one.count)
    .slice(0, OPTIONS_MAX - known.length)
  const options = [...known]
  for (const { label } of labels) {
    const taken = options.map(({ value }) => value)
    options.push({ value: findFree(toSlug(label).slice(0, 36) || 'option', taken), label })
  }
  return options
}

function toRow(
  draft: Draft,
  attributes: ReadonlyMap<string, ProposedAttribute>,
  report: ReportLine[],
): TableRow {
  const { place, row, categories, capabilities, more } = draft
  const text = String(row.name)
  const [category = '', ...rest] = categories
  const others = rest.slice(0, MORE_CATEGORIES_MAX)
  for (const name of rest.slice(MORE_CATEGORIES_MAX))
    report.push({ place, text, reason: `A tool has at most five categories: ${name} is left out.` })
  for (const name of capabilities.slice(CAPABILITIES_MAX))
    report.push({
      place,
      text,
      reason: `A tool has at most ${CAPABILITIES_MAX} uses: ${name} is left out.`,
    })
  const values = [...attributes].flatMap(([column, attribute]): [string, TableRow[string]][] => {
    const value = more.get(column)
    if (value === undefined) return []
    const read = readValue(attribute, value)
    if (read === undefined)
      report.push({
        place,
        text: `${text}: ${toLine(JSON.stringify(value), 100)}`,
        reason: `It is no value of ${attribute.label}.`,
      })
    return read === undefined ? [] : [[attribute.key, read]]
  })
  return {
    ...row,
    category,
    ...(others.length > 0 ? { more_categories: others } : {}),
    ...(capabilities.length > 0 ? { capabilities: capabilities.slice(0, CAPABILITIES_MAX) } : {}),
    ...Object.fromEntries(values),
  }
}

function readValue(
  { kind, options }: ProposedAttribute,
  value: unknown,
): TableRow[string] | undefined {
  const texts = toValues(value)
  const text = Array.isArray(value) ? texts.join('; ') : String(value).trim()
  if (isChoice(kind)) {
    const found = texts.map(
      (each) =>
        options.find(
          ({ label }) =>
            label.toLowerCase() === toLine(each.replaceAll(';', ','), 60).toLowerCase(),
        )?.value,
    )
    if (found.length === 0 || found.includes(undefined)) return undefined
    return kind === 'choices' ? found.filter((each) => each !== undefined) : found[0]
  }
  if (kind === 'date') return toDay(text)
  if (kind === 'number')
    return /^[+-]?\d{1,12}(\.\d{1,6})?$/.test(toNumber(text)) ? toNumber(text) : undefined
  if (kind === 'yes_no') return /^(yes|no|true|false)$/i.test(text) ? text.toLowerCase() : undefined
  if (kind === 'link') return isWebAddress(text) ? text : undefined
  return toLine(text, 300)
}
