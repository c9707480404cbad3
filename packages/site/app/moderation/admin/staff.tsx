import { useOwnProfile } from '../../people/own-profile.ts'
import { PersonLink } from '../../people/person-link.tsx'
import { callFunction } from '../../session/call-function.ts'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { useTask } from '../../ui/feedback/use-task.ts'
import { formatDay } from '../../ui/format/day.ts'
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as uiWords from '../../ui/words.ts'
import { StaffList } from '../staff/staff-list.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { type StaffRole, useStaff, useStaffRead } from '../staff/staff-role.ts'
import * as staffWords from '../words/staff.ts'
import type { Route } from './+types/staff'
import { AppointForm } from './appoint-form.tsx'
import { STAFF_KEY, setStaffRole } from './set-staff-role.ts'

interface StaffMember {
  username: string
  role: StaffRole
  created_at: string
}

async function readStaff(): Promise<StaffMember[]> {
  return (await callFunction('staff_members')) as StaffMember[]
}

interface StaffRowProps {
  member: StaffMember
  /** It is the administrator's own row. */
  isSelf: boolean
}

function StaffRow({ member: { username, role, created_at }, isSelf }: StaffRowProps) {
  const [, run] = useTask()
  const otherRole = role === 'admin' ? 'moderator' : 'admin'
  const change = (next: StaffMember['role'] | null, done: string) => {
    void run(async () => {
      await setStaffRole(username, next)
      await toastSuccess(done)
    })
  }
  return (
    <article className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="grid gap-0.5">
        <h2 className="font-semibold wrap-anywhere">
          <PersonLink username={username}>{username}</PersonLink>
          {isSelf ? <span className="font-normal text-soft"> {staffWords.ownAccount}</span> : null}
        </h2>
        <p className="text-sm text-soft">
          {staffWords.roleSince(staffWords.ROLES[role], formatDay(created_at))}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <ConfirmButton
          label={staffWords.MAKE[otherRole]}
          look="secondary"
          title={staffWords.makeTitle(username, otherRole)}
          text={staffWords.ROLE_RIGHTS[otherRole]}
          confirmLabel={staffWords.MAKE[otherRole]}
          onConfirm={() => change(otherRole, staffWords.roleSaved(username))}
        />
        <ConfirmButton
          label={uiWords.remove}
          title={staffWords.removeTitle(username)}
          text={isSelf ? staffWords.removeSelf : staffWords.removeText}
          confirmLabel={staffWords.removeConfirm}
          onConfirm={() => change(null, staffWords.removed(username))}
        />
      </div>
    </article>
  )
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: staffWords.staffTitle,
    description: staffWords.staffDescription,
    noIndex: true,
  })

/** Who moderates the site (spec 3 §1.7). */
export default function StaffScreen() {
  const { user } = useStaff()
  return (
    <StaffPage title={staffWords.staffTitle} intro={staffWords.staffIntro}>
      <Staff userId={user.id} />
    </StaffPage>
  )
}

function Staff({ userId }: { userId: string }) {
  const { data: own } = useOwnProfile(userId)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <StaffList
        of={useStaffRead([STAFF_KEY], readStaff)}
        toKey={({ username }) => username}
        placeholders={3}
      >
        {(member) => <StaffRow member={member} isSelf={member.username === own?.username} />}
      </StaffList>
      <AppointForm />
    </div>
  )
}
