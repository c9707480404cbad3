import { z } from 'zod'
import { COLUMNS } from '../../app/moderation/import/file/table-file.ts'
import { ATTRIBUTE_KINDS, type AttributeKind } from '../../app/moderation/sources/proposal.ts'
import { isWebAddress, type ListRecord, SourceError, toLine } from './list.ts'
import { findLicenses } from './readers/find-licenses.ts'

export type Field = Exclude<(typeof COLUMNS)[number], 'successor_id'>

/** What a column becomes: a field of a tool, an attribute of a kind, or nothing. */
export type Target = { field: Field } | { attribute: AttributeKind } | undefined

export type Mapping = ReadonlyMap<string, Target>

const FIELDS = COLUMNS.filter((column): column is Field => column !== 'successor_id')

/** How real files name the fields, in lower case with single spaces. The first column that fits has the field. */
const HEADERS: Readonly<Partial<Record<Field, RegExp>>> = {
  name: /^((product|tool|app|application|program|software|service|project|package) )?(name|title)$|^(tool|app|application|product|program|software|service|project)$/,
  website_url:
    /^((official|product|tool|project|landing|main) )?(web ?(site|page)|homepage|home page|site|url|link|web address|address)( url| link)?$|^landingurl$/,
  description:
    /^((short|long|product|tool) )?(description|summary|about|abstract|tagline|overview|details|purpose)$|^what it (does|is)$/,
  category:
    /^((main|primary|tool|product) )?(category|categories|topics?|tags?|section|group|subject|area)$/,
  capabilities: /^(capabilit(y|ies)|uses?|use cases?|sub ?categor(y|ies)|sub ?topics?)$/,
  license: /^((software|source) )?licen[sc]es?( type| name)?$/,
  repository_url:
    /^((source|code|git) )?(repository|repo|source code|source|code|github|gitlab)( url| link)?$/,
  logo_url: /^(logo|icon|image)( url| link)?$/,
  pricing_model: /^(pricing|price|cost)( model| type)?$/,
  platforms: /^(supported )?(platforms?|os|operating systems?|devices)$/,
  latest_version: /^((latest|current|software|stable) )?(version|release|release tag)$/,
  latest_version_on: /^((latest|current|last) )?(release|version)( published at| date| on)$/,
  aliases: /^(aliases|also known as|other names|alternative names)$/,
}

const PLATFORMS = 'web windows macos linux ios android self_hosted'.split(' ')

/** Words of lists for the platforms and pricing models of this site. */
const PLATFORM_WORDS: Readonly<Record<string, string>> = {
  mac: 'macos',
  'mac os': 'macos',
  osx: 'macos',
  'os x': 'macos',
  iphone: 'ios',
  ipad: 'ios',
  'self hosted': 'self_hosted',
  browser: 'web',
  online: 'web',
  win: 'windows',
}
const PRICING_WORDS: Readonly<Record<string, string>> = {
  free: 'free',
  'open source': 'free',
  gratis: 'free',
  freemium: 'freemium',
  'free trial': 'paid',
  'free and paid': 'freemium',
  paid: 'paid',
  commercial: 'paid',
  subscription: 'paid',
}

const toWords = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_./-]+/g, ' ')

/** The platform that a word names. */
export function findPlatform(text: string): string | undefined {
  const words = toWords(text)
  return (
    PLATFORMS.find((each) => each === words) ??
    (Object.hasOwn(PLATFORM_WORDS, words) ? PLATFORM_WORDS[words] : undefined)
  )
}

/** The pricing model that a word names. */
export function findPricing(text: string): string | undefined {
  const words = toWords(text)
  return Object.hasOwn(PRICING_WORDS, words) ? PRICING_WORDS[words] : undefined
}

/** Several values are an array, or a text with semicolons or bars. */
export function toValues(value: unknown): string[] {
  const parts = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(/[;|]/)
      : [value]
  return parts
    .filter((part) => ['string', 'number', 'boolean'].includes(typeof part))
    .map((part) => String(part).trim())
    .filter((part) => part !== '')
}

/** A value without the currency and thousands separators of spreadsheets; "4,50" is 4.50. */
export const toNumber = (text: string): string =>
  text
    .replace(/^[$€£¥]\s?/, '')
    .replaceAll(/,(?=\d{3}\b)/g, '')
    .replace(/^([+-]?\d+),(\d\d?)$/, '$1.$2')

/** The day of a date, also of "31.12.2026". */
export const toDay = (text: string): string | undefined => {
  const dotted = /^(\d\d?)\.(\d\d?)\.(\d{4})$/.exec(text)
  if (!dotted) return DATE.test(text) ? text.slice(0, 10) : undefined
  const [, day = '', month = '', year] = dotted
  return toDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}

/** A web address, also of "kiln.example/tools". */
export const toAddress = (text: string): string | undefined =>
  isWebAddress(text) ? text : HOST.test(text) ? `https://${text}` : undefined

const HOST = /^([a-z\d-]+\.)+[a-z]{2,}(\/\S*)?$/i
const NUMBER = /^[+-]?\d{1,12}(\.\d{1,6})?$/
const DATE = /^(19|20|21)\d\d-(0\d|1[0-2])-[0-3]\d([T ][\d:.Z+-]+)?$/
/** The values of a choice: more are a text. */
export const OPTIONS_MAX = 40

/** Guesses what each column is, by its name and its values. */
export function guessMapping(records: readonly ListRecord[]): Mapping {
  const given = records.flatMap(({ cells }) =>
    Object.keys(cells).filter((column) => isGiven(cells[column])),
  )
  const columns = [...new Set(given)]
  const valuesOf = new Map(
    columns.map((column) => [column, records.map(({ cells }) => cells[column]).filter(isGiven)]),
  )
  const mapping = new Map<string, Target>()
  const used = new Set<Field>()
  const assign = (column: string | undefined, field: Field) => {
    if (column === undefined) return
    mapping.set(column, { field })
    used.add(field)
  }
  // Names of an export come first, then those of other files.
  for (const isExact of [true, false])
    for (const field of FIELDS) {
      if (used.has(field)) continue
      const column = columns.find(
        (each) =>
          !mapping.has(each) &&
          (isExact ? each === field : HEADERS[field]?.test(toWords(each))) &&
          fits(field, valuesOf.get(each) ?? []),
      )
      assign(column, field)
    }
  const free = columns.filter((column) => !mapping.has(column))
  if (!used.has('website_url'))
    assign(
      free.find((column) => share(valuesOf.get(column) ?? [], isWebAddress) > 0.8),
      'website_url',
    )
  if (!used.has('name'))
    assign(
      free.find((column) => !mapping.has(column) && isDistinct(valuesOf.get(column) ?? [])),
      'name',
    )
  for (const column of columns) {
    if (mapping.has(column)) continue
    const kind = guessKind(valuesOf.get(column) ?? [])
    mapping.set(column, kind ? { attribute: kind } : undefined)
  }
  return new Map(columns.map((column) => [column, mapping.get(column)]))
}

export const isGiven = (value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  value !== '' &&
  !(Array.isArray(value) && value.length === 0)

const share = (values: readonly unknown[], test: (value: unknown) => boolean): number =>
  values.length === 0 ? 0 : values.filter(test).length / values.length

/** Whether a column is like a name: short, and another text in each row. */
const isDistinct = (values: readonly unknown[]): boolean =>
  values.length > 0 &&
  values.every(
    (value) => typeof value === 'string' && value.length <= 100 && !isWebAddress(value),
  ) &&
  new Set(values).size >= values.length * 0.9

/** Whether the values are those of a field: a column "Platform" may have programming languages. */
function fits(field: Field, values: readonly unknown[]): boolean {
  const isEach = (test: (text: string) => unknown) =>
    values.length > 0 &&
    values.every((value) => toValues(value).every((text) => test(text) !== undefined))
  const has = (test: (text: string) => boolean) =>
    share(values, (value) => toValues(value).some(test)) > 0.5
  if (field.endsWith('_url')) return has((text) => toAddress(text) !== undefined)
  if (field === 'pricing_model') return isEach(findPricing)
  if (field === 'platforms')
    return isEach((text) =>
      text.split(/[,\s]+/).every((part) => findPlatform(part)) || findPlatform(text)
        ? text
        : undefined,
    )
  if (field.endsWith('_on')) return has((text) => toDay(text) !== undefined)
  if (field === 'license') return has((text) => findLicenses(text) !== undefined)
  return values.length > 0
}

/** The kind of the attribute that a column becomes; undefined if no attribute can have its values. */
export function guessKind(values: readonly unknown[]): AttributeKind | undefined {
  const texts = values.map(toValues)
  const all = texts.flat()
  if (all.length === 0 || texts.some((each) => each.length === 0)) return undefined
  const whole = values.map((value) => (Array.isArray(value) ? '' : String(value).trim()))
  if (whole.every((text) => /^(yes|no|true|false)$/i.test(text))) return 'yes_no'
  if (whole.every((text) => NUMBER.test(toNumber(text)))) return 'number'
  if (whole.every(toDay)) return 'date'
  if (whole.every(isWebAddress)) return 'link'
  const options = new Set(all.map((text) => text.toLowerCase()))
  const isRepeated = options.size <= OPTIONS_MAX && options.size * 2 <= all.length
  const isShort = all.every((text) => text.length <= 60)
  if (!isRepeated || !isShort) return 'text'
  return texts.some((each) => each.length > 1) ? 'choices' : 'choice'
}

const mappingFile = z.record(
  z.string(),
  z
    .union([z.enum(FIELDS), z.templateLiteral(['attribute:', z.enum(ATTRIBUTE_KINDS)]), z.null()])
    .optional(),
)

/** A mapping as files and the table of sources have it. */
export type SpelledMapping = z.infer<typeof mappingFile>

/**
 * Reads the operator's own mapping: `{"Product": "name", "Cost": "attribute:number", "Notes": null}`.
 * @throws {SourceError} one line
 */
export function parseMapping(data: unknown): SpelledMapping {
  const { success, data: wanted, error } = mappingFile.safeParse(data)
  if (success) return wanted
  const [issue] = error.issues
  throw new SourceError(
    `The mapping of ${issue?.path.join('.') || 'the file'} is not valid: it has to be null, attribute:KIND (${ATTRIBUTE_KINDS.join(', ')}) or one of ${FIELDS.join(', ')}.`,
  )
}

/** @throws {SourceError} one line */
export function readMappingFile(text: string): SpelledMapping {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    throw new SourceError('The mapping is no JSON.')
  }
  return parseMapping(data)
}

/** @throws {SourceError} if the list does not have a column of the mapping */
export function requireColumns(wanted: SpelledMapping, guessed: Mapping): void {
  const unknown = Object.keys(wanted).find((column) => !guessed.has(column))
  if (unknown !== undefined)
    throw new SourceError(
      `There is no column ${toLine(unknown, 40)}. The list has ${[...guessed.keys()].join(', ')}.`,
    )
}

/** The operator's own mapping. Other columns stay as they were guessed, and those that the list lost do not matter. */
export function applyMapping(wanted: SpelledMapping, guessed: Mapping): Mapping {
  const own = Object.entries(wanted)
    .filter(([column]) => guessed.has(column))
    .map(([column, target]): [string, Target] => [column, toTarget(target)])
  const fields = new Set(
    own.flatMap(([, target]) => (target && 'field' in target ? [target.field] : [])),
  )
  // A field that the operator gives to a column is taken from another.
  const others = [...guessed].filter(
    ([, target]) => !(target && 'field' in target && fields.has(target.field)),
  )
  return new Map([
    ...[...guessed.keys()].map((column): [string, Target] => [column, undefined]),
    ...others,
    ...own,
  ])
}

export const spellMapping = (mapping: Mapping): Record<string, string | null> =>
  Object.fromEntries(
    [...mapping].map(([column, target]) => [
      column,
      !target ? null : 'field' in target ? target.field : `attribute:${target.attribute}`,
    ]),
  )

function toTarget(target: string | null | undefined): Target {
  if (!target) return undefined
  const kind = ATTRIBUTE_KINDS.find((each) => target === `attribute:${each}`)
  const field = FIELDS.find((each) => each === target)
  return kind ? { attribute: kind } : field && { field }
}
