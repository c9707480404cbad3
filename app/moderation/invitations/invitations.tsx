import { useQuery } from '@tanstack/react-query'
import { queries } from '../../data/query.ts'
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { StaffFailure } from '../staff/staff-failure.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { retryUnlessRefused } from '../staff/staff-role.ts'
import type { Route } from './+types/invitations'
import { InvitationRow } from './invitation-row.tsx'
import { InviteForm } from './invite-form.tsx'
import { INVITATIONS_KEY, readInvitations } from './send-invitation.ts'
import * as words from './words.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: words.title, description: words.description, noIndex: true })

/** The addresses that can sign up while sign-up is by invitation (spec 4 §3). */
export default function InvitationsScreen() {
  return (
    <StaffPage title={words.title} intro={words.intro}>
      <Invitations />
    </StaffPage>
  )
}

function Invitations() {
  const { data, isError, error, refetch } = useQuery(
    {
      queryKey: [INVITATIONS_KEY],
      queryFn: readInvitations,
      staleTime: 0,
      retry: retryUnlessRefused,
    },
    queries,
  )
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <div className="lg:order-last">
        <InviteForm />
      </div>
      {!data ? (
        isError ? (
          <StaffFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton count={3} />
        )
      ) : data.length === 0 ? (
        <p className="panel p-6 text-soft">{words.none}</p>
      ) : (
        <ul className="panel divide-y divide-line">
          {data.map((invitation) => (
            <li key={invitation.email}>
              <InvitationRow invitation={invitation} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
