import { useEffect } from 'react'
import { type QueueItem, type QueueKind, toQueuePath, useQueue } from '../queue/read-queue.ts'
import { type SubjectType, toCasePath } from '../subject.ts'

export interface Neighbors {
  /** Undefined at an end of the queue, and until it is loaded. */
  next: string | undefined
  previous: string | undefined
  /** The page after a decision: the next case, or the queue if this was the last one. */
  afterDecision: string
}

/** The cases before and after one, in the order of the queue that it was opened from. */
export function useNeighbors(kind: QueueKind, type: SubjectType, id: string): Neighbors {
  const { items, hasNextPage, isFetchingNextPage, isError, fetchNextPage } = useQueue(kind)
  const cases = listCases(items ?? [])
  const index = cases.findIndex((one) => one.subject_type === type && one.subject_id === id)
  const isLast = items !== undefined && index === cases.length - 1
  useEffect(() => {
    if (isLast && hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage()
  }, [isLast, hasNextPage, isFetchingNextPage, isError, fetchNextPage])
  const toPath = (item: QueueItem | undefined) =>
    item && `${toCasePath(item.subject_type, item.subject_id)}?tab=${kind}`
  const next = toPath(cases[index + 1])
  const previous = index > 0 ? toPath(cases[index - 1]) : undefined
  const other = next ?? toPath(cases.find((_, position) => position !== index))
  return { next, previous, afterDecision: other ?? toQueuePath(kind) }
}

/** A subject with two appeals is one case. */
function listCases(items: readonly QueueItem[]): QueueItem[] {
  const toKey = (item: QueueItem) => `${item.subject_type} ${item.subject_id}`
  return [...new Map(items.map((item) => [toKey(item), item])).values()]
}
