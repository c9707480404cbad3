import type { Case, ContentRow } from '../../../data/rpc-results.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { formatDay } from '../../../ui/format/day.ts'
import { Stars } from '../../../ui/stars.tsx'
import { listChoices } from '../../decide/choices.ts'
import * as caseWords from '../../words/cases.ts'
import type { SubjectType } from '../../words/reasons.ts'
import { hasSameFields, listFields, listSnapshots } from './content-fields.ts'
import { diffWords } from './diff-words.ts'

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
  const { isHeld } = listChoices(type, found)
  const isUnchanged = content !== null && snapshots.length > changed.length
  return (
    <section aria-labelledby="content-title" className="grid gap-3">
      <h2 id="content-title" className="display text-2xl">
        {caseWords.contentTitle}
      </h2>
      <div className={`grid gap-4 ${changed.length > 0 ? 'lg:grid-cols-2' : ''}`}>
        <article className="panel grid content-start gap-4 p-5">
          <h3 className="flex flex-wrap items-center gap-2 font-semibold">
            {isHeld
              ? caseWords.contentHeld
              : content?.is_removed
                ? caseWords.contentRemoved
                : caseWords.contentNow}
            {isUnchanged ? <Badge look="good">{caseWords.contentUnchanged}</Badge> : null}
          </h3>
          {content ? (
            <Fields type={type} row={content} />
          ) : (
            <p className="text-soft">{caseWords.contentDeleted}</p>
          )}
        </article>
        {changed.map(({ reports: of, row }) => (
          <article key={of[0]?.number} className="panel grid content-start gap-4 p-5">
            <h3 className="font-semibold">
              {caseWords.contentReported(of.map(({ number }) => number))}
            </h3>
            <Fields type={type} row={row} now={content ?? undefined} />
            {content ? <p className="text-sm text-soft">{caseWords.contentMarks}</p> : null}
          </article>
        ))}
      </div>
    </section>
  )
}
