import { useQuery } from '@tanstack/react-query'
import { CircleCheckBig } from 'lucide-react'
import { useRef } from 'react'
import { sendCommand } from '../../data/command.ts'
import type { Database } from '../../data/database.types.ts'
import { queries } from '../../data/query.ts'
import { getSupabase } from '../../session/session.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx'
import { StaffFailure, StaffPage } from '../staff/staff-page.tsx'
import { retryUnlessRefused } from '../staff/staff-role.ts'
import * as claimWords from '../words/claims.ts'
import { ClaimCard } from './claim-card.tsx'

export type StaffClaim = Database['public']['Functions']['moderation_claims']['Returns'][number]

const KEY = 'open claims'

/** Claims of makers that wait for their proof or for a moderator (spec 6 §1). */
export default function ClaimsScreen() {
  return (
    <StaffPage title={claimWords.title} intro={claimWords.intro}>
      <OpenClaims />
    </StaffPage>
  )
}

function OpenClaims() {
  const { data, isError, error, refetch } = useQuery(
    {
      queryKey: [KEY],
      queryFn: async () => sendCommand((await getSupabase()).rpc('moderation_claims')),
      staleTime: 0,
      retry: retryUnlessRefused,
    },
    queries,
  )
  const list = useRef<HTMLDivElement>(null)
  if (!data) {
    return isError ? (
      <StaffFailure error={error} onRetry={() => void refetch()} />
    ) : (
      <RowsSkeleton count={3} />
    )
  }
  const onDecided = async () => {
    await refetch()
    list.current?.focus()
  }
  return (
    // The focus moves here when a decided claim leaves the list.
    <div ref={list} tabIndex={-1} className="outline-none">
      {data.length === 0 ? (
        <Notice role="status" icon={CircleCheckBig} title={claimWords.none} />
      ) : (
        <ul className="grid gap-4">
          {data.map((claim) => (
            <li key={claim.claim}>
              <ClaimCard claim={claim} onDecided={onDecided} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
