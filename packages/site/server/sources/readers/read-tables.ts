import Papa from 'papaparse'
import { readCell } from '../../../app/moderation/import/file/table-file.ts'
import { type ListRecord, type ReadList, type ReportLine, SourceError } from '../list.ts'

type Row = Readonly<Record<string, unknown>>

/** Rows of a table, whose first line is the header. */
export function readCsv(text: string): ReadList {
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text.replace(/^\ufeff/, ''), {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (header) => header.trim(),
    transform: readCell,
  })
  if (data.length === 0 || (meta.fields ?? []).every((field) => field === ''))
    throw new SourceError('The file has no rows below a header.')
  const report = errors.flatMap(({ row = 0, message, code, type }): ReportLine[] => {
    const at = type === 'Quotes' ? countRows(text, row) : row
    const { __parsed_extra: more, ...cells } = data[at] ?? {}
    const extra = Array.isArray(more) ? more : []
    const isPadded = code === 'TooManyFields' && extra.every((cell) => String(cell).trim() === '')
    const line = [...Object.values(cells), ...extra].join(', ').slice(0, 200)
    return code === 'TooFewFields' || isPadded
      ? []
      : [{ place: `row ${at + 1}`, text: line, reason: message }]
  })
  const rows = data.map(({ __parsed_extra: _, ...cells }) => cells)
  return { ...toList(rows, 'row'), report }
}

/** The rows before a line of the parser, which counts the header and empty ones for errors of quotes. */
const countRows = (text: string, line: number): number =>
  Papa.parse<string[]>(text, { preview: line }).data.filter((cells) => cells.join('').trim() !== '')
    .length - 1

/** An array of objects, or an object with one. */
export function readJson(text: string): ReadList {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (error) {
    throw new SourceError(`The file is no JSON: ${error instanceof Error ? error.message : error}`)
  }
  return toList(findRows(data))
}

/** An object in each line. */
export function readJsonLines(text: string): ReadList {
  const records: ListRecord[] = []
  const report: ReportLine[] = []
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const place = `line ${at + 1}`
    const cells = parseObject(line)
    if (cells) records.push({ place, cells })
    else report.push({ place, text: line.slice(0, 200), reason: 'It is no JSON object.' })
  }
  return { records, report, descriptions: new Map() }
}

function parseObject(line: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isRow(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The entries of a document: an array, the longest array of an object, or the members of an object of objects.
 * @throws {SourceError} if there is none
 */
export function findRows(data: unknown): unknown[] {
  if (Array.isArray(data)) return data
  if (isRow(data)) {
    const arrays = Object.values(data).filter((each) => Array.isArray(each) && each.some(isRow))
    const [longest] = (arrays as unknown[][]).sort((one, other) => other.length - one.length)
    if (longest) return longest
    const members = Object.entries(data)
    if (members.length > 1 && members.every(([, member]) => isRow(member)))
      return members.map(([name, member]) => ({ name, ...(member as Row) }))
  }
  throw new SourceError('The file has no list: it has to be an array of objects.')
}

/** @param kind what the report counts */
export function toList(entries: readonly unknown[], kind: 'row' | 'entry' = 'entry'): ReadList {
  const records: ListRecord[] = []
  const report: ReportLine[] = []
  for (const [at, entry] of entries.entries()) {
    const place = `${kind} ${at + 1}`
    if (isRow(entry)) records.push({ place, cells: flatten(entry) })
    else
      report.push({ place, text: JSON.stringify(entry).slice(0, 200), reason: 'It is no object.' })
  }
  return { records, report, descriptions: new Map() }
}

/** The most members of an object that become columns of their own. */
const MEMBERS_MAX = 8

/** `{release: {tag: 1}}` has the column "release tag". Larger objects stay, which no column can have. */
export function flatten(cells: Row): Row {
  return Object.fromEntries(
    Object.entries(cells).flatMap(([column, value]): [string, unknown][] =>
      isRow(value) && Object.keys(value).length <= MEMBERS_MAX
        ? Object.entries(value).map(([member, inner]) => [`${column} ${member}`, inner])
        : [[column, value]],
    ),
  )
}
