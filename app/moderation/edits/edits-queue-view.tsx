import { CircleCheckBig } from 'lucide-react'
import { useRef } from 'react'
import * as editWords from '../../tools/words/edits.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { StaffFailure, StaffPage } from '../staff/staff-page.tsx'
import { useStaff } from '../staff/staff-role.ts'
import { EditCard } from './edit-card.tsx'
import { useOpenEdits } from './use-open-edits.ts'

/** Suggested edits that wait for a moderator (spec 4 §1). */
export default function EditsQueueScreen() {
  const { user } = useStaff()
  return (
    <StaffPage title={editWords.queueTitle} intro={editWords.queueIntro}>
      <OpenEdits userId={user.id} />
    </StaffPage>
  )
}

function OpenEdits({ userId }: { userId: string }) {
  const queue = useOpenEdits()
  const { edits } = queue
  const list = useRef<HTMLDivElement>(null)
  if (!edits) {
    return queue.isError ? (
      <StaffFailure error={queue.error} onRetry={() => void queue.refetch()} />
    ) : (
      <RowsSkeleton count={3} />
    )
  }
  return (
    // The focus moves here when a decided edit leaves the list.
    <div ref={list} tabIndex={-1} className="outline-none">
      {edits.length === 0 ? (
        <Notice
          role="status"
          icon={CircleCheckBig}
          title={editWords.queueNone}
          text={editWords.queueNoneMore}
        />
      ) : (
        <ul className="grid gap-4">
          {edits.map((edit) => (
            <li key={edit.id}>
              <EditCard
                edit={edit}
                isOwn={edit.suggested_by === userId}
                onDecided={() => list.current?.focus()}
              />
            </li>
          ))}
        </ul>
      )}
      <ShowMore
        next={queue.hasNextPage ? (edits.at(-1)?.id ?? null) : null}
        loadMore={async () => void (await queue.fetchNextPage())}
        isLoading={queue.isFetchingNextPage}
        hasFailed={queue.isFetchNextPageError}
      />
    </div>
  )
}
