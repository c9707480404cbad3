import { Link } from 'react-router'
import { Badge } from '../../ui/badge.tsx'
import { formatTime } from '../../ui/format/day.ts'
import { formatWaiting } from '../staff/waiting.ts'
import { toCasePath } from '../subject.ts'
import { reasonLabel } from '../words/reasons.ts'
import type { QueueItem, QueueKind } from './read-queue.ts'
import * as queueWords from './words.ts'

/** Decided first. */
const URGENT = new Set(['child_safety', 'illegal_content'])

export function QueueRow({ item, kind }: { item: QueueItem; kind: QueueKind }) {
  const path = toCasePath(item.subject_type, item.subject_id)
  return (
    <article className="relative grid gap-x-6 gap-y-1.5 p-4 hover:bg-sunken sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="grid gap-1.5">
        <h2 className="font-semibold wrap-anywhere">
          <Link
            to={`${path}?tab=${kind}`}
            // The whole row opens the case.
            className="leading-6 after:absolute after:inset-0 hover:underline"
          >
            {item.title ?? queueWords.noTitle}
          </Link>
        </h2>
        <p className="flex flex-wrap items-center gap-1.5">
          <span className="text-sm text-soft">{queueWords.SUBJECT_LABELS[item.subject_type]}</span>
          {item.reasons.map((reason) => (
            <Badge key={reason} look={URGENT.has(reason) ? 'marked' : 'plain'}>
              {reasonLabel(reason)}
            </Badge>
          ))}
        </p>
      </div>
      <p className="text-sm text-soft tabular-nums sm:text-right">
        {item.report_count > 0 ? (
          <span className="max-sm:mr-3 sm:block">{queueWords.reports(item.report_count)}</span>
        ) : null}
        {item.appeal === null ? null : (
          <span className="max-sm:mr-3 sm:block">{queueWords.appeal(item.appeal)}</span>
        )}
        <time dateTime={item.waiting_since} title={formatTime(item.waiting_since)}>
          {queueWords.waiting(formatWaiting(item.waiting_since))}
        </time>
      </p>
    </article>
  )
}
