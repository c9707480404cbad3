import type { ReportLine } from '../../app/moderation/sources/proposal.ts'

export type { ReportLine }

/** An entry of a list, before its columns have a meaning. */
export interface ListRecord {
  /** Where it is, as the report names it: "line 12", or a file. */
  place: string
  cells: Readonly<Record<string, unknown>>
}

/** A list as it was read. */
export interface ReadList {
  records: readonly ListRecord[]
  report: readonly ReportLine[]
  /** Whether a use is a heading below its category: the same use of another category is another one. */
  isByHeadings?: boolean
  /** Of categories, by their names. */
  descriptions: ReadonlyMap<string, string>
}

/** A file of a source, with its path in the folder or the archive. */
export interface SourceFile {
  path: string
  text: string
  /** The address of the repository that has it. */
  repository?: string
}

/** A file that is no list, in words for its owner. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}

export const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(value.trim())

/** A line of text of at most so many characters, without markup and control characters. */
export function toLine(text: string, most = 300): string {
  const line = text
    .replaceAll(/<\/?[a-z][^<>]*>/gi, ' ')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`
}

/** Lower-case letters, digits and hyphens; "c" is another one than "c-plus-plus". */
export const toSlug = (text: string): string =>
  text
    .replaceAll('+', ' plus ')
    .replaceAll('#', ' sharp ')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-|-$/g, '')
