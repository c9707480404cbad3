import type { SourceCatalog } from '../../app/data/rpc-results.ts'
import type { ReadAnswer } from '../../app/moderation/sources/proposal.ts'
import {
  applyMapping,
  guessMapping,
  isGiven,
  requireColumns,
  type SpelledMapping,
  spellMapping,
  toValues,
} from './guess-columns.ts'
import { type ReadList, SourceError, type SourceFile, toLine } from './list.ts'
import { fetchText, type LoadOptions, loadFiles } from './load-files.ts'
import { isDescription, loadRepositories } from './load-repositories.ts'
import { propose } from './propose.ts'
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
  const loaded = await loadFiles(source, options)
  if (loaded.length === 0) throw new SourceError(`${source} has no file that can be read.`)
  const found = kind ?? findKind(loaded)
  const isOfRepositories = found === 'publiccode' && !loaded.some(({ path }) => isDescription(path))
  const { files, report } = isOfRepositories
    ? await loadRepositories(loaded, (address) => fetchText(address, options))
    : { files: loaded, report: [] }
  const read = READERS[found](files)
  const list = { ...read, report: [...report, ...read.report] }
  if (list.records.length === 0) throw new SourceError(`${source} has no entry that can be read.`)
  return { kind: found, list }
}

/** What to read, and how. */
export interface ReadRequest {
  /** A file, a folder, an archive or an address. */
  source: string
  /** The file of this name, in place of one of this machine. */
  bytes?: Uint8Array | undefined
  kind?: Kind | undefined
  mapping?: SpelledMapping | undefined
  /** Whether the list has to have all columns of the mapping. */
  isStrict?: boolean
  /** What the site has already. */
  site?: SourceCatalog | undefined
}

/** Values of a column that are shown beside its meaning. */
const EXAMPLES = 3

/**
 * Reads a list as it becomes a catalog.
 * @throws {SourceError} one line
 */
export async function readProposal(
  { source, bytes, kind, mapping: wanted, isStrict, site }: ReadRequest,
  options: LoadOptions = {},
): Promise<ReadAnswer & { kind: Kind }> {
  const { kind: found, list } = await readSource(source, kind, { ...options, bytes })
  const guessed = guessMapping(list.records)
  if (wanted && isStrict) requireColumns(wanted, guessed)
  const mapping = wanted ? applyMapping(wanted, guessed) : guessed
  const proposal = propose(list, mapping, site)
  if (proposal.rows.length === 0) throw new SourceError(`${source} has no tool.`)
  const examples = [...mapping.keys()].map((column) => {
    const values = list.records.flatMap(({ cells }) =>
      isGiven(cells[column]) ? [toValues(cells[column]).join('; ')] : [],
    )
    return [column, [...new Set(values)].slice(0, EXAMPLES).map((value) => toLine(value, 80))]
  })
  return {
    kind: found,
    mapping: spellMapping(mapping),
    examples: Object.fromEntries(examples) as Record<string, string[]>,
    proposal,
  }
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
