import { useQuery } from '@tanstack/react-query'
import { queries } from '../../data/query.ts'
import { useOwnProfile } from '../../people/own-profile.ts'
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { StaffFailure } from '../staff/staff-failure.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { retryUnlessRefused, useStaff } from '../staff/staff-role.ts'
import type { Route } from './+types/staff'
import { AppointForm } from './appoint-form.tsx'
import { readStaff, STAFF_KEY } from './set-staff-role.ts'
import { StaffRow } from './staff-row.tsx'
import * as adminWords from './words.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: adminWords.staffTitle,
    description: adminWords.staffDescription,
    noIndex: true,
  })

/** Who moderates the site (spec 3 §1.7). */
export default function StaffScreen() {
  const { user } = useStaff()
  return (
    <StaffPage title={adminWords.staffTitle} intro={adminWords.staffIntro}>
      <Staff userId={user.id} />
    </StaffPage>
  )
}

function Staff({ userId }: { userId: string }) {
  const { data: own } = useOwnProfile(userId)
  const { data, isError, error, refetch } = useQuery(
    { queryKey: [STAFF_KEY], queryFn: readStaff, staleTime: 0, retry: retryUnlessRefused },
    queries,
  )
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      {data ? (
        <ul className="panel divide-y divide-line">
          {data.map((member) => (
            <li key={member.username}>
              <StaffRow member={member} isSelf={member.username === own?.username} />
            </li>
          ))}
        </ul>
      ) : isError ? (
        <StaffFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton count={3} />
      )}
      <AppointForm />
    </div>
  )
}
