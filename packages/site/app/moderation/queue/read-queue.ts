import { useEffect } from 'react'
import { queries } from '../../data/query.ts'
import { callFunction } from '../../session/call-function.ts'
import { readChoice } from '../../shared/parameters.ts'
import type { SubjectType } from '../../shared/subjects.ts'
import { PAGE_SIZE, useStaffRows } from '../staff/staff-list.tsx'
import * as caseWords from '../words/cases.ts'
import { toCasePath } from '../words/reasons.ts'

export type QueueKind = keyof typeof caseWords.TABS

/** A subject that waits for a decision. It has no rating, so that good and bad reviews are treated alike. */
export interface QueueItem {
  subject_type: SubjectType
  subject_id: string
  /** Null if its author has deleted it. */
  title: string | null
  reasons: string[]
  report_count: number
  waiting_since: string
  /** The number of the appeal. */
  appeal: number | null
  /** The cursor of the items after this one. */
  after_row: string
  /** The first 300 characters of the content. */
  excerpt: string
  /** The username; null without an account. */
  author: string | null
  /** Whether visitors do not see the content now. */
  is_hidden: boolean
  /** Who reported, or the author who appeals; null for the author of the case, who never learns it. */
  said_by: string | null
  /** The first 300 characters of the report or the appeal. */
  words: string | null
  /** The end of the suspension that the appeal is about. */
  ends_at: string | null
}

/** @param text from the URL */
export const readQueueKind = (parameters: URLSearchParams): QueueKind =>
  readChoice(parameters, 'tab', caseWords.TABS) ?? 'reports'

export const toQueuePath = (kind: QueueKind) => `/moderation?tab=${kind}`

const KEY = 'moderation queue'

/** The queue and the cases share one list, so that a case knows the next one. */
export function useQueue(kind: QueueKind) {
  return useStaffRows<QueueItem>([KEY, kind], async (last) => {
    const page = { kind, page_size: PAGE_SIZE, ...(last ? { after: last.after_row } : {}) }
    return (await callFunction('moderation_queue', page)) as QueueItem[]
  })
}

/** After a decision, on whichever page it was made. */
export const refreshQueue = () => queries.invalidateQueries({ queryKey: [KEY] })

interface Neighbors {
  /** Undefined at an end of the queue, and until it is loaded. */
  next: string | undefined
  previous: string | undefined
  /** The page after a decision: the next case, or the queue if this was the last one. */
  afterDecision: string
}

/** The cases before and after one, in the order of the queue that it was opened from. */
export function useNeighbors(kind: QueueKind, type: SubjectType, id: string): Neighbors {
  const { data: items, hasNextPage, isFetchingNextPage, isError, fetchNextPage } = useQueue(kind)
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
