import { queries, useRead } from '../../data/query.ts'
import type { OwnDecision, RemovedContent } from '../../data/rpc-results.ts'
import { callFunction } from '../../session/call-function.ts'

export interface OwnReport {
  number: number
  subject_type: string
  subject_id: string
  reason: string
  status: string
  created_at: string
  decision: number | null
  /** Of its decision. */
  appeal_until: string | null
}

export interface OwnAppeal {
  decision: number
  /** `open`, `upheld` or `reversed`. */
  status: string
  /** Of the moderator who resolved it. */
  explanation: string | null
}

export interface OwnCases {
  reports: OwnReport[]
  decisions: OwnDecision[]
  appeals: OwnAppeal[]
}

const toQueryKey = (userId: string) => ['own cases', userId]

/** The viewer's reports, the decisions about the viewer and the viewer's appeals, the newest first. */
export const useOwnCases = (userId: string) =>
  useRead(toQueryKey(userId), readOwnCases, { staleTime: 0 })

/** To be called after a report was withdrawn or an appeal sent. */
export const refreshOwnCases = (userId: string) =>
  queries.invalidateQueries({ queryKey: toQueryKey(userId) })

async function readOwnCases(): Promise<OwnCases> {
  const [reports, decisions, appeals] = await Promise.all([
    callFunction('my_reports'),
    callFunction('my_moderation_decisions'),
    callFunction('my_appeals'),
  ])
  return { reports, decisions, appeals }
}

export const toContentTitle = (content: RemovedContent | null): string | undefined =>
  content?.title ?? content?.name ?? content?.tagline
