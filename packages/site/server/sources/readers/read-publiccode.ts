import { parse } from 'yaml'
import type { ListRecord, ReadList, ReportLine, SourceFile } from '../list.ts'
import { isRow } from './read-tables.ts'

type Document = Readonly<Record<string, unknown>>

/** Reads one publiccode.yml or codemeta.json for each tool. */
export function readPubliccode(files: readonly SourceFile[]): ReadList {
  const report: ReportLine[] = []
  const records: ListRecord[] = []
  for (const { path, text, repository } of files) {
    const document = parseFile(text)
    const isCodemeta = document !== undefined && '@context' in document
    const cells = document && (isCodemeta ? readCodemeta(document) : readFields(document))
    if (cells?.name)
      records.push({
        place: path,
        cells: {
          ...cells,
          repository_url: cells.repository_url ?? repository,
          website_url: cells.website_url ?? repository,
        },
      })
    else report.push({ place: path, text: text.split('\n', 1)[0] ?? '', reason: 'It has no name.' })
  }
  return { records, report, descriptions: new Map() }
}

/** JSON is YAML. */
function parseFile(text: string): Document | undefined {
  try {
    const value: unknown = parse(text, { maxAliasCount: 100 })
    return isRow(value) ? value : undefined
  } catch {
    return undefined
  }
}

const member = (value: unknown, name: string): unknown => (isRow(value) ? value[name] : undefined)

const spell = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value.replaceAll(/[-_]/g, ' ').replace(/^./, (letter) => letter.toUpperCase())
    : undefined

/** https://yml.publiccode.tools */
function readFields(document: Document): Document {
  const languages = document.description
  const texts =
    member(languages, 'en') ?? (isRow(languages) ? Object.values(languages)[0] : undefined)
  const categories = Array.isArray(document.categories) ? document.categories : []
  return {
    name: document.name,
    description: member(texts, 'shortDescription') ?? member(texts, 'longDescription'),
    website_url: document.landingURL ?? document.url,
    repository_url: document.url,
    category: categories.map(spell),
    license: member(document.legal, 'license'),
    platforms: document.platforms,
    latest_version: document.softwareVersion,
    latest_version_on: document.releaseDate,
    logo_url: document.logo,
    'Development status': spell(document.developmentStatus),
    'Software type': spell(document.softwareType),
    Maintenance: spell(member(document.maintenance, 'type')),
    'Used by': document.usedBy,
    Languages: member(document.localisation, 'availableLanguages'),
    Documentation: member(texts, 'documentation'),
  }
}

/** https://codemeta.github.io */
function readCodemeta(document: Document): Document {
  const languages = [document.programmingLanguage].flat()
  return {
    name: document.name,
    description: document.description,
    website_url: document.url ?? document.codeRepository,
    repository_url: document.codeRepository,
    category: document.applicationCategory ?? [document.keywords].flat()[0],
    license: [document.license]
      .flat()
      .map((each) =>
        String(member(each, 'name') ?? each ?? '')
          .replace(/^https?:\/\/spdx\.org\/licenses\//, '')
          .replace(/\.html$/, ''),
      )
      .filter((each) => each !== ''),
    latest_version: document.softwareVersion ?? document.version,
    latest_version_on: document.dateModified,
    'Written in': languages.map((each) => member(each, 'name') ?? each).filter(Boolean),
    'Development status': spell(document.developmentStatus),
  }
}
