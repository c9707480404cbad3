import { ShieldAlert } from 'lucide-react'
import { Outlet } from 'react-router'
import { useMember } from '../../session/signed-in.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { LoadFailure, Loading } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import * as uiWords from '../../ui/words.ts'
import * as staffWords from '../words/staff.ts'
import type { Route } from './+types/staff-layout'
import { type Staff, useStaffRole } from './staff-role.ts'

/** Pages for staff: others see a notice and no data. The database checks the role again. */
export default function StaffLayout({ matches }: Route.ComponentProps) {
  const needs = matches.some((match) => match?.id === 'administrators') ? 'admin' : 'moderator'
  const user = useMember()
  const { data: role, isPending, isError, refetch } = useStaffRole(user.id)
  if (isPending) return <Loading className="page py-6" />
  if (isError) {
    return (
      <div className="page py-6">
        <LoadFailure onRetry={() => void refetch()} />
      </div>
    )
  }
  if (role === 'admin' || (role !== null && role === needs)) {
    return <Outlet context={{ user, role, needs } satisfies Staff} />
  }
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
