import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { PersonLink } from '../../people/person-link.tsx'
import { usePageKeys } from '../../shortcuts/page-keys.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatTime } from '../../ui/format/day.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { DecisionNote } from '../decide/send-decision.tsx'
import { NothingWaits, StaffList } from '../staff/staff-list.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { formatTimeUntil, formatWaiting, useWaitingCounts } from '../staff/staff-role.ts'
import * as caseWords from '../words/cases.ts'
import { reasonLabel, toCasePath } from '../words/reasons.ts'
import type { Route } from './+types/queue'
import {
  type QueueItem,
  type QueueKind,
  readQueueKind,
  toQueuePath,
  useQueue,
} from './read-queue.ts'

/** Decided first. */
const URGENT = new Set(['child_safety', 'illegal_content'])

function QueueRow({ item, kind }: { item: QueueItem; kind: QueueKind }) {
  const path = toCasePath(item.subject_type, item.subject_id)
  const said = describeSource(item)
  return (
    <article className="relative grid gap-x-6 gap-y-1.5 p-4 hover:bg-sunken sm:grid-cols-[1fr_auto]">
      <div className="grid gap-1.5">
        <h2 className="font-semibold wrap-anywhere">
          <Link
            to={`${path}?tab=${kind}`}
            // The whole row opens the case.
            className="leading-6 after:absolute after:inset-0 hover:underline"
          >
            {item.title ?? caseWords.noTitle}
          </Link>
        </h2>
        <p className="flex flex-wrap items-center gap-1.5 text-sm text-soft">
          <span className="wrap-anywhere">
            {caseWords.SUBJECT_LABELS[item.subject_type]}
            {item.author && item.subject_type !== 'profile' ? (
              <>
                {` ${caseWords.queueBy} `}
                <PersonLink username={item.author} className="relative z-1 text-link underline">
                  {item.author}
                </PersonLink>
              </>
            ) : null}
          </span>
          {item.is_hidden ? <Badge>{caseWords.hidden}</Badge> : null}
          {item.reasons.map((reason) => (
            <Badge key={reason} look={URGENT.has(reason) ? 'strong' : 'plain'}>
              {reasonLabel(reason)}
            </Badge>
          ))}
        </p>
        {item.excerpt ? (
          <p className="line-clamp-2 max-w-3xl wrap-anywhere">{item.excerpt}</p>
        ) : null}
        {said ? (
          <p className="line-clamp-2 max-w-3xl text-sm wrap-anywhere text-soft">{said}</p>
        ) : null}
      </div>
      <p className="text-sm text-soft tabular-nums sm:text-right">
        {item.ends_at === null ? null : (
          <time
            dateTime={item.ends_at}
            title={formatTime(item.ends_at)}
            className="max-sm:mr-3 sm:block"
          >
            {caseWords.suspensionEnds(formatTimeUntil(item.ends_at))}
          </time>
        )}
        <time dateTime={item.waiting_since} title={formatTime(item.waiting_since)}>
          {caseWords.waiting(formatWaiting(item.waiting_since))}
        </time>
      </p>
    </article>
  )
}

/** Who reported or appealed, with the first words. */
function describeSource({ appeal, report_count, said_by, words }: QueueItem): string {
  if (appeal !== null) return caseWords.appealed(appeal, said_by, words)
  return report_count > 0 ? caseWords.reported(report_count, said_by, words) : ''
}

const TABS = Object.entries(caseWords.TABS) as [QueueKind, string][]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: caseWords.title, description: caseWords.description, noIndex: true })

/** What waits for a moderator (spec 3 §1.4). */
export default function QueueScreen() {
  const [parameters] = useSearchParams()
  const kind = readQueueKind(parameters)
  const counts = useWaitingCounts()
  const tabs = TABS.map(([tab, name]) => [tab, caseWords.tab(name, counts?.[tab])] as const)
  return (
    <StaffPage title={caseWords.title} intro={caseWords.intro}>
      <DecisionNote />
      <div data-queue>
        <LinkTabs label={caseWords.tabsLabel} tabs={tabs} chosen={kind} toPath={toQueuePath}>
          <QueueList key={kind} kind={kind} />
        </LinkTabs>
      </div>
    </StaffPage>
  )
}

/** Moves the focus by a number of rows; without a focused row, to the first one. */
function moveFocus(by: number): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-queue] article h2 a')]
  const focused = links.indexOf(document.activeElement as HTMLElement)
  const target = focused === -1 ? 0 : Math.min(Math.max(focused + by, 0), links.length - 1)
  links[target]?.focus()
}

function QueueList({ kind }: { kind: QueueKind }) {
  usePageKeys(
    useMemo(
      () => [
        { key: 'j', label: caseWords.keyNext, run: () => moveFocus(1) },
        { key: 'k', label: caseWords.keyPrevious, run: () => moveFocus(-1) },
      ],
      [],
    ),
  )
  const [title, text] = caseWords.NOTHING[kind]
  return (
    <StaffList
      of={useQueue(kind)}
      toKey={({ after_row }) => after_row}
      placeholders={5}
      none={<NothingWaits title={title} text={text} />}
    >
      {(item) => <QueueRow item={item} kind={kind} />}
    </StaffList>
  )
}
