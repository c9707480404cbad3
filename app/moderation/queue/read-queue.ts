import { useInfiniteQuery } from '@tanstack/react-query'
import { sendCommand } from '../../data/command.ts'
import { queries } from '../../data/query.ts'
import { getSupabase } from '../../session/session.ts'
import { retryUnlessRefused } from '../staff/staff-role.ts'
import type { SubjectType } from '../subject.ts'
import * as queueWords from './words.ts'

export type QueueKind = keyof typeof queueWords.TABS

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
}

/** @param text from the URL */
export const toQueueKind = (text: string | null): QueueKind =>
  text !== null && text in queueWords.TABS ? (text as QueueKind) : 'reports'

export const toQueuePath = (kind: QueueKind) => `/moderation?tab=${kind}`

const PAGE_SIZE = 24
const KEY = 'moderation queue'

/** The queue and the cases share one list, so that a case knows the next one. */
export function useQueue(kind: QueueKind) {
  const query = useInfiniteQuery(
    {
      queryKey: [KEY, kind],
      queryFn: async ({ pageParam }): Promise<QueueItem[]> => {
        const supabase = await getSupabase()
        const page = { kind, page_size: PAGE_SIZE, ...(pageParam ? { after: pageParam } : {}) }
        return (await sendCommand(supabase.rpc('moderation_queue', page))) as QueueItem[]
      },
      initialPageParam: '',
      getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.after_row),
      staleTime: 0,
      retry: retryUnlessRefused,
    },
    queries,
  )
  return { ...query, items: query.data?.pages.flat() }
}

/** After a decision, on whichever page it was made. */
export const refreshQueue = () => queries.invalidateQueries({ queryKey: [KEY] })
