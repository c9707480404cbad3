import type { CaseReport, ContentRow } from '../../../data/rpc-results.ts'
import type { SubjectType } from '../../words/reasons.ts'

/** The columns of each type that people read, in the order of the site. */
const COLUMNS: Record<SubjectType, readonly string[]> = {
  review: ['rating', 'title', 'content', 'pros', 'cons'],
  reply: ['name', 'content'],
  tool: ['name', 'category', 'description', 'website_url', 'logo_url', 'aliases'],
  launch: ['tagline', 'description', 'launch_date', 'featured_image', 'pictures'],
  list: ['name', 'description', 'tools'],
  profile: [
    'username',
    'first_name',
    'last_name',
    'job_title',
    'company_name',
    'bio',
    'avatar_url',
  ],
  company: ['name', 'website', 'domain', 'size', 'industry', 'description', 'logo_url'],
}

export interface ContentField {
  column: string
  /** Lists have a line per entry. */
  text: string
}

/** The fields that have a value. */
export function listFields(type: SubjectType, row: ContentRow): ContentField[] {
  return COLUMNS[type]
    .map((column) => ({ column, text: toText(row[column]) }))
    .filter(({ text }) => text !== '')
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join('\n')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export interface Snapshot {
  /** The reports of this text, the newest first. */
  reports: CaseReport[]
  row: ContentRow
}

/** The texts that were reported, the newest first, and each once. */
export function listSnapshots(type: SubjectType, reports: readonly CaseReport[]): Snapshot[] {
  const byText = new Map<string, Snapshot>()
  for (const report of reports) {
    if (!report.snapshot) continue
    const text = toComparableText(type, report.snapshot)
    const known = byText.get(text)
    if (known) known.reports.push(report)
    else byText.set(text, { reports: [report], row: report.snapshot })
  }
  return [...byText.values()]
}

/** Whether people read the same in both rows. */
export const hasSameFields = (type: SubjectType, one: ContentRow, other: ContentRow): boolean =>
  toComparableText(type, one) === toComparableText(type, other)

const toComparableText = (type: SubjectType, row: ContentRow) =>
  JSON.stringify(listFields(type, row))
