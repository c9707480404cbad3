import { useQuery } from '@tanstack/react-query'
import { sendCommand } from '../../data/command.ts'
import { queries } from '../../data/query.ts'
import { getSupabase } from '../../session/session.ts'
import { retryUnlessRefused } from '../staff/staff-role.ts'
import type { SubjectType } from '../subject.ts'

/** The columns of a row of content, as they are or as they were reported. */
export type ContentRow = Readonly<Record<string, unknown>>

export interface CaseAuthor {
  user_id: string
  username: string
  is_suspended: boolean
  is_staff: boolean
  /** Posts need no approval. */
  is_exempt: boolean
}

export interface CaseContent extends ContentRow {
  is_removed: boolean
  /** The decision that removed it. Content that went with its tool or its author has theirs. */
  removed_by: number | null
  /** Null for a company, and if the account was deleted. */
  author: CaseAuthor | null
  /** A removed tool has no slug. */
  tool: { id: string; name: string; slug?: string } | null
}

export interface CaseReport {
  number: number
  reason: string
  details: string | null
  good_faith: boolean
  status: 'open' | 'resolved' | 'withdrawn'
  created_at: string
  decision: number | null
  /** Null once it is purged. */
  snapshot: ContentRow | null
  /** A username, or the name that a signed-out reporter gave. */
  reporter: string | null
}

export interface CaseAppeal {
  number: number
  /** Null once it is purged. */
  statement: string | null
  /** Title, text, pros and cons of a review. */
  revised_content: ContentRow | null
  status: 'open' | 'upheld' | 'reversed'
  created_at: string
  /** Otherwise by a reporter. */
  by_author: boolean
}

/** The id of its part of the page. */
export const toAppealId = ({ number }: Pick<CaseAppeal, 'number'>) => `appeal-${number}`

export interface CaseDecision {
  number: number
  decided_at: string
  action: string
  reason: string | null
  legal_basis: string | null
  explanation: string | null
  expires_at: string | null
  detected_by: string
  reverses: number | null
  appeal_outcome: 'upheld' | 'reversed' | null
  /** Null for a rule, and if the account was deleted. */
  decided_by: string | null
  appeals: CaseAppeal[]
}

export interface CaseNote {
  id: number
  note: string
  author: string | null
  created_at: string
}

export interface Case {
  /** Null if its author has deleted it. */
  content: CaseContent | null
  /** The newest first, as decisions. */
  reports: CaseReport[]
  decisions: CaseDecision[]
  /** Empty for a party. */
  notes: CaseNote[]
  /** The reader is the author, a reporter or of the company: they cannot decide. */
  is_party: boolean
}

const KEY = 'moderation case'

export function useCase(type: SubjectType, id: string) {
  return useQuery(
    {
      queryKey: [KEY, type, id],
      queryFn: async (): Promise<Case> => {
        const supabase = await getSupabase()
        const subject = { subject_type: type, subject_id: id }
        const found = await sendCommand(supabase.rpc('moderation_subject', subject))
        return found as unknown as Case
      },
      staleTime: 0,
      retry: retryUnlessRefused,
    },
    queries,
  )
}

/** Reads the cases again: a decision about one may change another. */
export const refreshCases = () => queries.invalidateQueries({ queryKey: [KEY] })
