import { CircleCheckBig } from 'lucide-react'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { usePageKeys } from '../../palette/shortcuts/page-keys.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { ShowMore } from '../../ui/show-more.tsx'
import { DecisionNote } from '../decide/decision-note.tsx'
import { StaffFailure } from '../staff/staff-failure.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import type { Route } from './+types/queue'
import { QueueRow } from './queue-row.tsx'
import { type QueueKind, toQueueKind, toQueuePath, useQueue } from './read-queue.ts'
import * as queueWords from './words.ts'

const TABS = Object.entries(queueWords.TABS) as [QueueKind, string][]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: queueWords.title, description: queueWords.description, noIndex: true })

/** What waits for a moderator (spec 3 §1.4). */
export default function QueueScreen() {
  const [parameters] = useSearchParams()
  const kind = toQueueKind(parameters.get('tab'))
  return (
    <StaffPage title={queueWords.title} intro={queueWords.intro}>
      <DecisionNote />
      <div>
        <LinkTabs label={queueWords.tabsLabel} tabs={TABS} chosen={kind} toPath={toQueuePath}>
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
  const queue = useQueue(kind)
  usePageKeys(
    useMemo(
      () => [
        { key: 'j', label: queueWords.keyNext, run: () => moveFocus(1) },
        { key: 'k', label: queueWords.keyPrevious, run: () => moveFocus(-1) },
      ],
      [],
    ),
  )
  const { items } = queue
  if (!items) {
    return queue.isError ? (
      <StaffFailure error={queue.error} onRetry={() => void queue.refetch()} />
    ) : (
      <RowsSkeleton count={5} />
    )
  }
  if (items.length === 0) {
    const [title, text] = queueWords.NOTHING[kind]
    return <Notice role="status" icon={CircleCheckBig} title={title} text={text} />
  }
  return (
    <div data-queue>
      <ul className="panel divide-y divide-line">
        {items.map((item) => (
          <li key={item.after_row}>
            <QueueRow item={item} kind={kind} />
          </li>
        ))}
      </ul>
      <ShowMore
        next={queue.hasNextPage ? (items.at(-1)?.after_row ?? null) : null}
        loadMore={async () => void (await queue.fetchNextPage())}
        isLoading={queue.isFetchingNextPage}
        hasFailed={queue.isFetchNextPageError}
      />
    </div>
  )
}
