import { type ReadList, SourceError, type SourceFile } from './list.ts'
import { type LoadOptions, loadFiles } from './load-files.ts'
import { readDump } from './readers/read-dump.ts'
import { readMarkdown } from './readers/read-markdown.ts'
import { readPubliccode } from './readers/read-publiccode.ts'
import { readCsv, readJson, readJsonLines } from './readers/read-tables.ts'
import { readYaml } from './readers/read-yaml.ts'

export const KINDS = ['markdown', 'yaml', 'csv', 'json', 'jsonl', 'publiccode', 'dump'] as const
export type Kind = (typeof KINDS)[number]

export const isKind = (text: string): text is Kind => KINDS.some((kind) => kind === text)

/**
 * Reads a list from a file, a folder, an archive or an address.
 * @param kind without one it is found by the names of the files
 * @throws {SourceError} one line for the operator
 */
export async function readSource(
  source: string,
  kind?: Kind,
  options: LoadOptions = {},
): Promise<{ kind: Kind; list: ReadList }> {
  const files = await loadFiles(source, options)
  if (files.length === 0) throw new SourceError(`${source} has no file that can be read.`)
  const found = kind ?? findKind(files)
  const list = READERS[found](files)
  if (list.records.length === 0) throw new SourceError(`${source} has no entry that can be read.`)
  return { kind: found, list }
}

const readFirst =
  (read: (text: string) => ReadList) =>
  ([first]: readonly SourceFile[]): ReadList =>
    read((first?.text ?? '').replace(/^\ufeff/, ''))

const READERS: Readonly<Record<Kind, (files: readonly SourceFile[]) => ReadList>> = {
  markdown: (files) =>
    readMarkdown((files.find(({ path }) => /readme\.md$/i.test(path)) ?? files[0])?.text ?? ''),
  yaml: (files) => readYaml(files.filter(({ path }) => /\.ya?ml$/i.test(path))),
  csv: readFirst(readCsv),
  json: readFirst(readJson),
  jsonl: readFirst(readJsonLines),
  publiccode: readPubliccode,
  dump: readDump,
}

const BY_END: readonly (readonly [end: RegExp, kind: Kind])[] = [
  [/(^|\/)(publiccode\.ya?ml|codemeta\.json)$/i, 'publiccode'],
  [/(^|\/)tools\.jsonl(\.gz)?$/i, 'dump'],
  [/\.ya?ml$/i, 'yaml'],
  [/\.(md|markdown)$/i, 'markdown'],
  [/\.(csv|tsv|txt)$/i, 'csv'],
  [/\.(jsonl|ndjson)$/i, 'jsonl'],
  [/\.json$/i, 'json'],
]

/** The first form that a file has. */
function findKind(files: readonly SourceFile[]): Kind {
  for (const [end, kind] of BY_END) if (files.some(({ path }) => end.test(path))) return kind
  throw new SourceError(`The kind of the list is not known: add --kind ${KINDS.join(', ')}.`)
}
