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
  const report = errors.flatMap(({ row, message, code }): ReportLine[] =>
    row === undefined || code === 'TooFewFields'
      ? []
      : [
          {
            place: `row ${row + 1}`,
            text: Object.values(data[row] ?? {})
              .join(', ')
              .slice(0, 200),
            reason: message,
          },
        ],
  )
  const rows = data.map(({ __parsed_extra: _, ...cells }) => cells)
  return { ...toList(rows, (at) => `row ${at + 1}`), report }
}

/** An array of objects, or an object with one. */
export function readJson(text: string): ReadList {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (error) {
    throw new SourceError(`The file is no JSON: ${error instanceof Error ? error.message : error}`)
  }
  return toList(findRows(data), (at) => `entry ${at + 1}`)
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
 * The rows of a document: an array, the longest array of an object, or the members of an object of objects.
 * @throws {SourceError} if there is none
 */
export function findRows(data: unknown): Row[] {
  if (Array.isArray(data)) return data.filter(isRow)
  if (isRow(data)) {
    const arrays = Object.values(data).filter((each) => Array.isArray(each) && each.some(isRow))
    const [longest] = (arrays as unknown[][]).sort((one, other) => other.length - one.length)
    if (longest) return longest.filter(isRow)
    const members = Object.entries(data)
    if (members.length > 1 && members.every(([, member]) => isRow(member)))
      return members.map(([name, member]) => ({ name, ...(member as Row) }))
  }
  throw new SourceError('The file has no list: it has to be an array of objects.')
}

const toList = (rows: readonly Row[], placeOf: (at: number) => string): ReadList => ({
  records: rows.map((cells, at) => ({ place: placeOf(at), cells: flatten(cells) })),
  report: [],
  descriptions: new Map(),
})

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
