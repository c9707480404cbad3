import type { TableRow } from '../import/file/table-file.ts'

/** What was not understood, so that nothing is left out without a message. */
export interface ReportLine {
  /** Where it is in the list: "line 12", or a file. */
  place: string
  text: string
  reason: string
}

export type ProposedCategory = {
  slug: string
  name: string
  description: string
}

export type ProposedCapability = {
  slug: string
  name: string
  category: string
}

export type ProposedOption = {
  value: string
  label: string
}

export const ATTRIBUTE_KINDS = [
  'yes_no',
  'choice',
  'choices',
  'number',
  'text',
  'date',
  'link',
] as const
export type AttributeKind = (typeof ATTRIBUTE_KINDS)[number]

export type ProposedAttribute = {
  key: string
  label: string
  kind: AttributeKind
  options: ProposedOption[]
}

/** What a list becomes on a site. */
export interface Proposal {
  /** Those that the site does not have, like the uses, attributes and options. */
  categories: ProposedCategory[]
  capabilities: ProposedCapability[]
  attributes: ProposedAttribute[]
  /** Of attributes that the site has. */
  options: { key: string; options: ProposedOption[] }[]
  /** The keys of all attributes of the rows, by their labels in lower case. */
  keys: Record<string, string>
  /** A category that the site has: a dry run names it in place of new ones. */
  present: string
  /** As `import_tools` takes them. */
  rows: TableRow[]
  /** Where each row is in the list. */
  places: string[]
  report: ReportLine[]
}

/** What the server read: the list as it becomes a catalog, and how its columns were understood. */
export interface ReadAnswer {
  kind: string
  /** By columns: a field, "attribute:kind", or null for one that is left out. */
  mapping: Record<string, string | null>
  /** The first values of each column. */
  examples: Record<string, string[]>
  proposal: Proposal
}
