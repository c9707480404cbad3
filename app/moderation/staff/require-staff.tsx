import type { User } from '@supabase/supabase-js'
import { ShieldAlert } from 'lucide-react'
import { RequireSignIn } from '../../sign-in/require-sign-in.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import * as uiWords from '../../ui/words.ts'
import { type StaffRole, useStaffRole } from './staff-role.ts'
import * as staffWords from './words.ts'

interface RequireStaffProps {
  needs: StaffRole
  children: (user: User, role: StaffRole) => React.ReactNode
}

/** A page for staff: others see a notice and no data. The database checks the role again. */
export function RequireStaff({ needs, children }: RequireStaffProps) {
  return (
    <RequireSignIn>
      {(user) => (
        <RoleCheck user={user} needs={needs}>
          {children}
        </RoleCheck>
      )}
    </RequireSignIn>
  )
}

function RoleCheck({ user, needs, children }: RequireStaffProps & { user: User }) {
  const { data: role, isPending, isError, refetch } = useStaffRole(user.id)
  if (isPending) return <Loading className="page py-24 text-center" />
  if (isError) {
    return (
      <div className="page py-24 text-center">
        <LoadFailure onRetry={() => void refetch()} />
      </div>
    )
  }
  if (role === 'admin' || (role !== null && role === needs)) return children(user, role)
  return (
    <Notice
      isPage
      icon={ShieldAlert}
      title={staffWords.REFUSALS[needs].title}
      text={staffWords.REFUSALS[needs].text}
    >
      <LinkButton to="/">{uiWords.returnHome}</LinkButton>
    </Notice>
  )
}
