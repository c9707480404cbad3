import { diffWordsWithSpace } from 'diff'
import type { Case, CaseReport, ContentRow } from '../../data/rpc-results.ts'
import type { SubjectType } from '../../shared/subjects.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { formatDay } from '../../ui/format/day.ts'
import { Section } from '../../ui/panels.tsx'
import { Stars } from '../../ui/stars.tsx'
import { isHeld } from '../decide/choices.ts'
import * as caseWords from '../words/cases.ts'

interface FieldsProps {
  type: SubjectType
  row: ContentRow
  /** What the row has become: differences are marked. */
  now?: ContentRow | undefined
}

/** The fields of content that people read. */
export function Fields({ type, row, now }: FieldsProps) {
  const current = now
    ? new Map(listFields(type, now).map((field) => [field.column, field.text]))
    : null
  return (
    <dl className="grid gap-3">
      {listFields(type, row).map(({ column, text }) => (
        <div key={column} className="grid gap-0.5">
          <dt className="text-sm text-soft">{caseWords.COLUMN_LABELS[column] ?? column}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">
            <Value
              column={column}
              text={text}
              current={current?.get(column) ?? (current ? '' : text)}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Shown as on the site, and not as text. */
const PICTURES = new Set(['avatar_url', 'logo_url'])

function Value({ column, text, current }: { column: string; text: string; current: string }) {
  if (column === 'rating') return <Stars rating={Number(text)} />
  if (column === 'launch_date') return formatDay(text)
  if (PICTURES.has(column)) {
    return (
      <span className="flex flex-wrap items-center gap-3">
        <Avatar name="" url={text} size={64} isSquare={column === 'logo_url'} />
        <span className="text-sm text-soft">{text}</span>
      </span>
    )
  }
  if (text === current) return text
  return diffWords(text, current).map(({ kind, text: part }, index) => {
    const key = `${index} ${kind}`
    if (kind === 'removed') {
      return (
        <del key={key} className="bg-bad/15 text-bad decoration-1">
          {part}
        </del>
      )
    }
    return kind === 'added' ? (
      <ins key={key} className="bg-good/15 text-good decoration-1">
        {part}
      </ins>
    ) : (
      part
    )
  })
}

/** The content as it is, beside the content as it was reported. */
export function CaseContent({ type, found }: { type: SubjectType; found: Case }) {
  const { content, reports } = found
  const snapshots = listSnapshots(type, reports)
  const changed = snapshots.filter(({ row }) => !content || !hasSameFields(type, content, row))
  const isUnchanged = content !== null && snapshots.length > changed.length
  return (
    <Section id="content-title" title={caseWords.contentTitle} className="grid gap-3">
      <div className={`grid gap-4 ${changed.length > 0 ? 'lg:grid-cols-2' : ''}`}>
        <article className="panel grid content-start gap-4 p-4">
          <h3 className="flex flex-wrap items-center gap-2 font-semibold">
            {isHeld(found)
              ? caseWords.contentHeld
              : content?.is_removed
                ? caseWords.contentRemoved
                : caseWords.contentNow}
            {isUnchanged ? <Badge look="good">{caseWords.contentUnchanged}</Badge> : null}
          </h3>
          {content ? (
            <>
              <Fields type={type} row={content} />
              {content.answer ? (
                <div className="grid gap-0.5 border-t border-line pt-4">
                  <h4 className="text-sm text-soft wrap-anywhere">
                    {caseWords.answer(type, content.answer.title)}
                  </h4>
                  <p className="whitespace-pre-line wrap-anywhere">{content.answer.content}</p>
                </div>
              ) : null}
            </>
          ) : (
            <p className="text-soft">{caseWords.contentDeleted}</p>
          )}
        </article>
        {changed.map(({ reports: of, row }) => (
          <article key={of[0]?.number} className="panel grid content-start gap-4 p-4">
            <h3 className="font-semibold">
              {caseWords.contentReported(of.map(({ number }) => number))}
            </h3>
            <Fields type={type} row={row} now={content ?? undefined} />
            {content ? <p className="text-sm text-soft">{caseWords.contentMarks}</p> : null}
          </article>
        ))}
      </div>
    </Section>
  )
}

/** The columns of each type that people read, in the order of the site. */
const COLUMNS: Record<SubjectType, readonly string[]> = {
  review: ['rating', 'title', 'content', 'pros', 'cons'],
  reply: ['name', 'content'],
  tool: ['name', 'category', 'description', 'website_url', 'logo_url', 'aliases'],
  launch: [
    'tagline',
    'product_name',
    'product_url',
    'description',
    'launch_date',
    'featured_image',
    'pictures',
  ],
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

interface ContentField {
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

interface Snapshot {
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

interface TextPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** In milliseconds; texts that take longer are compared as a whole. */
const DIFF_TIMEOUT_MS = 500

/** Compares two texts word by word. */
export function diffWords(before: string, after: string): TextPart[] {
  const whole = [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  const parts = diffWordsWithSpace(before, after, { timeout: DIFF_TIMEOUT_MS }) ?? whole
  return parts.map(({ value, removed, added }) => ({
    kind: removed ? 'removed' : added ? 'added' : 'same',
    text: value,
  }))
}
