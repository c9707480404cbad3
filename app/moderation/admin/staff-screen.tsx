import { useQuery } from '@tanstack/react-query'
import { queries } from '../../data/query.ts'
import { useOwnProfile } from '../../people/own-profile.ts'
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx'
import { StaffFailure } from '../staff/staff-failure.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { retryUnlessRefused } from '../staff/staff-role.ts'
import { AppointForm } from './appoint-form.tsx'
import { readStaff, STAFF_KEY } from './set-staff-role.ts'
import { StaffRow } from './staff-row.tsx'
import * as adminWords from './words.ts'

/** Who moderates the site (spec 3 §1.7). */
export default function StaffScreen() {
  return (
    <StaffPage needs="admin" title={adminWords.staffTitle} intro={adminWords.staffIntro}>
      {(user) => <Staff userId={user.id} />}
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
