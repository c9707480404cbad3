import { Link } from 'react-router'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { useTask } from '../../ui/feedback/use-task.ts'
import { formatDay } from '../../ui/format/day.ts'
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx'
import * as uiWords from '../../ui/words.ts'
import { type StaffMember, setStaffRole } from './set-staff-role.ts'
import * as adminWords from './words.ts'

interface StaffRowProps {
  member: StaffMember
  /** It is the administrator's own row. */
  isSelf: boolean
}

export function StaffRow({ member: { username, role, created_at }, isSelf }: StaffRowProps) {
  const [isBusy, run] = useTask()
  const otherRole = role === 'admin' ? 'moderator' : 'admin'
  const change = (next: StaffMember['role'] | null, done: string) => {
    if (isBusy) return
    void run(async () => {
      await setStaffRole(username, next)
      await toastSuccess(done)
    })
  }
  return (
    <article className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="grid gap-0.5">
        <h2 className="font-semibold wrap-anywhere">
          <Link to={`/user/${username}`} className="leading-6 hover:underline">
            {username}
          </Link>
          {isSelf ? <span className="font-normal text-soft"> {adminWords.you}</span> : null}
        </h2>
        <p className="text-sm text-soft">
          {adminWords.roleSince(adminWords.ROLES[role], formatDay(created_at))}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <ConfirmButton
          label={adminWords.MAKE[otherRole]}
          look="secondary"
          title={adminWords.makeTitle(username, otherRole)}
          text={adminWords.ROLE_RIGHTS[otherRole]}
          cancelLabel={uiWords.cancel}
          confirmLabel={adminWords.MAKE[otherRole]}
          onConfirm={() => change(otherRole, adminWords.changed(username))}
        />
        <ConfirmButton
          label={uiWords.remove}
          title={adminWords.removeTitle(username)}
          text={isSelf ? adminWords.removeSelf : adminWords.removeText}
          cancelLabel={uiWords.cancel}
          confirmLabel={adminWords.removeConfirm}
          onConfirm={() => change(null, adminWords.removed(username))}
        />
      </div>
    </article>
  )
}
