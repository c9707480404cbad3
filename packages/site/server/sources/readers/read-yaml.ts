import { dirname } from 'node:path'
import { parseAllDocuments, parseDocument } from 'yaml'
import {
  type ListRecord,
  type ReadList,
  type ReportLine,
  SourceError,
  type SourceFile,
} from '../list.ts'
import { findRows, flatten, isRow, toList } from './read-tables.ts'

type Entry = Readonly<Record<string, unknown>>

/** Reads one file with a list of entries, or one file for each entry. */
export function readYaml(files: readonly SourceFile[]): ReadList {
  const [only] = files
  if (files.length === 1 && only) return readOne(only)
  const report: ReportLine[] = []
  const entries: { path: string; entry: Entry }[] = []
  for (const { path, text } of files) {
    const document = parseDocument(text)
    const entry: unknown =
      document.errors.length === 0 ? document.toJS({ maxAliasCount: 100 }) : undefined
    if (isRow(entry)) entries.push({ path, entry })
    else
      report.push({
        place: path,
        text: text.split('\n', 1)[0] ?? '',
        reason: document.errors[0]?.message.split('\n', 1)[0] ?? 'It is no entry.',
      })
  }
  const folder = findFolderOfTools(entries)
  const records: ListRecord[] = []
  const descriptions = new Map<string, string>()
  for (const { path, entry } of entries) {
    const { name, description } = entry
    if (dirname(path) === folder) records.push({ place: path, cells: flatten(entry) })
    else if (typeof name === 'string' && typeof description === 'string')
      descriptions.set(name, description)
    else
      report.push({ place: path, text: String(name ?? ''), reason: 'It is not beside the tools.' })
  }
  return { records, report, descriptions }
}

function readOne({ path, text }: SourceFile): ReadList {
  const documents = parseAllDocuments(text)
  if (!Array.isArray(documents)) throw new SourceError(`${path} is empty.`)
  const [failure] = documents.flatMap(({ errors }) => errors)
  if (failure) throw new SourceError(`${path} is no YAML: ${failure.message}`)
  const data: unknown[] = documents.map(
    (document) => document.toJS({ maxAliasCount: 100 }) as unknown,
  )
  return toList(findRows(data.length === 1 ? data[0] : data))
}

/** Other folders have the names and descriptions of topics, licenses and platforms. */
function findFolderOfTools(entries: readonly { path: string; entry: Entry }[]): string {
  const counts = new Map<string, number>()
  for (const { path, entry } of entries) {
    const hasAddress = Object.entries(entry).some(
      ([column, value]) => /url|website|homepage|link/i.test(column) && typeof value === 'string',
    )
    const isTool = typeof entry.name === 'string' && hasAddress && 'description' in entry
    if (isTool) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  }
  const [largest] = [...counts].sort(([, one], [, other]) => other - one)
  if (!largest)
    throw new SourceError('No file of the folder has a name, a description and an address.')
  return largest[0]
}
