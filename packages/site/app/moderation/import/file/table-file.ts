import Papa from 'papaparse'
import * as staffWords from '../../words/staff.ts'

/** The columns of an export, which an import reads: those of `tools` that members fill in, and of `tool_facts`. */
export const COLUMNS = [
  'name',
  'slug',
  'description',
  'category',
  'more_categories',
  'website_url',
  'logo_url',
  'aliases',
  'capabilities',
  'pricing_model',
  'price_from',
  'price_currency',
  'price_period',
  'price_checked_on',
  'price_source_url',
  'platforms',
  'license',
  'repository_url',
  'latest_version',
  'latest_version_on',
  'discontinued_on',
  // Its slug in an export.
  'successor_id',
] as const

type Cell = string | number | boolean | null | readonly string[]
export type TableRow = Readonly<Record<string, Cell>>

/** Says what is wrong with a file, in words for its owner. */
export class TableFileError extends Error {}

/** The bytes of a file are no text in its encoding. */
export class EncodingError extends TableFileError {}

/**
 * Reads the rows of a CSV or JSON file.
 * @param name its extension is the format
 * @param encoding a label of the Encoding Standard; without one UTF-16 with a byte order mark, else UTF-8
 * @throws {TableFileError}
 */
export function readTableFile(
  name: string,
  bytes: Uint8Array,
  encoding = findEncoding(bytes),
): TableRow[] {
  let decoder: TextDecoder
  try {
    decoder = new TextDecoder(encoding)
  } catch {
    throw new TableFileError(staffWords.encodingUnknown(encoding))
  }
  const text = decoder.decode(bytes)
  if (isOtherFormat(text)) throw new TableFileError(staffWords.noTable)
  const rows = readTable(name, text)
  // What cannot be decoded becomes the replacement character, which an earlier program may have saved as well.
  const row = rows.findIndex((cells) => JSON.stringify(cells).includes('\ufffd')) + 1
  if (row === 0) return rows
  throw isText(bytes, encoding)
    ? new TableFileError(staffWords.characterLost(row))
    : new EncodingError(staffWords.encodingWrong(row, encoding.toUpperCase()))
}

/** Of spreadsheets (.xlsx, .ods), pictures and archives. No text has them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them.
const CONTROL = /[\0-\x08\x0e-\x1f]/

/** HTML, XML, PDF and RTF begin so. */
const MARKUP = /^\s*(<|%PDF-|\{\\rtf)/

const SAMPLE_LETTERS = 4096

/** Whether a file is none of text, or a document of another kind, whatever its name says. */
const isOtherFormat = (text: string): boolean =>
  CONTROL.test(text.slice(0, SAMPLE_LETTERS)) || MARKUP.test(text.replace(/^\ufeff/, ''))

function isText(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Spreadsheet programs save "Unicode text" in UTF-16. */
function findEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/**
 * Reads the rows of the text of a CSV or JSON file.
 * @param name its end tells the format
 * @throws {TableFileError}
 */
export function readTable(name: string, content: string): TableRow[] {
  const text = content.replace(/^\ufeff/, '')
  return /\.json$/i.test(name) ? readJson(text) : readCsv(text)
}

/** @returns the text of a file with the columns of an export */
export function writeTable(name: string, rows: readonly TableRow[]): string {
  if (/\.json$/i.test(name)) return `${JSON.stringify(rows, null, 2)}\n`
  // Attributes come last.
  const columns = [...new Set([...COLUMNS, ...rows.slice(0, 1).flatMap(Object.keys)])]
  const cells = rows.map((row) => columns.map((column) => toCell(row[column] ?? null)))
  // Without a byte order mark Excel reads the file in the encoding of the machine.
  return `\ufeff${Papa.unparse([columns, ...cells], { newline: '\n' })}\n`
}

function readJson(text: string): TableRow[] {
  let rows: unknown
  try {
    rows = JSON.parse(text)
  } catch {
    throw new TableFileError(staffWords.jsonInvalid)
  }
  if (!Array.isArray(rows)) throw new TableFileError(staffWords.jsonInvalid)
  // The database checks the members.
  return rows.map((row: unknown) =>
    isRecord(row)
      ? Object.fromEntries(Object.entries(row).map(([key, cell]) => [toColumn(key), cell]))
      : row,
  ) as TableRow[]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `Website URL` is the column `website_url`. */
const toColumn = (header: string) => header.trim().toLowerCase().replaceAll(' ', '_')

/** Excel writes the separator into a line before the header. */
const SEPARATOR_LINE = /^"?sep=(.)"?[,;\t]*\r?\n/i

function readCsv(content: string): TableRow[] {
  const [line = '', separator] = SEPARATOR_LINE.exec(content) ?? []
  const text = content.slice(line.length)
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    delimiter: separator ?? findDelimiter(text),
    skipEmptyLines: 'greedy',
    transformHeader: toColumn,
    transform: readCell,
  })
  const [failure] = errors.filter(({ code, row }) => {
    const more: unknown = data[row ?? -1]?.__parsed_extra
    const isPadding = Array.isArray(more) && more.every((cell) => String(cell).trim() === '')
    return code !== 'TooFewFields' && !(code === 'TooManyFields' && isPadding)
  })
  if (failure) {
    // Quotes are read before the header is taken off.
    const row = (failure.row ?? 0) + (failure.type === 'Quotes' ? 0 : 1)
    throw new TableFileError(staffWords.csvInvalid(row, failure.message))
  }
  if (!meta.fields?.some((field) => field !== ''))
    throw new TableFileError(staffWords.headerMissing)
  if (!meta.fields.some((field) => COLUMNS.some((column) => column === field)))
    throw new TableFileError(staffWords.noTable)
  return data.map(dropPadding)
}

/** Spreadsheet programs pad rows with empty cells, of which a column without a name is made. */
function dropPadding(row: Record<string, string>): TableRow {
  const isPadding = ([column, value]: [string, unknown]) =>
    column === '__parsed_extra' || (/^(_\d+)?$/.test(column) && value === '')
  return Object.fromEntries(Object.entries(row).filter((cell) => !isPadding(cell)))
}

/** The one that separates the columns of the header. A cell with platforms has semicolons as well. */
function findDelimiter(text: string): string {
  const [header = ''] = text.split(/\r?\n/, 1)
  const count = (delimiter: string) => header.split(delimiter).length
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
}

/** Spreadsheets run a cell that begins with one of these as a formula, also in its full-width or small form. */
const SIGN = String.raw`(?=['=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20\u2212\ufe62\ufe63\ufe66\ufe6b])`
/**
 * Where semicolons or tabs separate columns, a cell begins behind each of them and at each line, because quotation marks
 * that begin no cell enclose nothing. Those of a text are doubled, which is an empty text in front of it.
 */
const BEFORE = String.raw`[;\t\r\n]"*`
const INSIDE = new RegExp(`(${BEFORE})${SIGN}`, 'g')
const START = new RegExp(`^${SIGN}`)
const MASKED = new RegExp(`(^|${BEFORE})'${SIGN}`, 'g')

function toCell(value: Cell): string {
  const text = Array.isArray(value) ? value.join(';') : String(value ?? '')
  return text.replaceAll(INSIDE, "$1'").replace(START, "'")
}

/** Undoes `toCell`. */
export const readCell = (text: string): string => text.replaceAll(MASKED, '$1')
