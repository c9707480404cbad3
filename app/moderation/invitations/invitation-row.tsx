import { Button } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { useTask } from '../../ui/feedback/use-task.ts'
import { formatDay } from '../../ui/format/day.ts'
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx'
import * as uiWords from '../../ui/words.ts'
import { type Invitation, revokeInvitation, sendInvitation } from './send-invitation.ts'
import * as words from './words.ts'

export function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { email, used_at } = invitation
  const [isBusy, run] = useTask()
  const start = (work: () => Promise<void>, done: string) => {
    if (isBusy) return
    void run(async () => {
      await work()
      await toastSuccess(done)
    })
  }
  return (
    <article className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="grid gap-0.5">
        <h2 className="font-semibold wrap-anywhere">{email}</h2>
        <p className="text-sm text-soft">{describe(invitation)}</p>
      </div>
      {used_at ? null : (
        <div className="flex flex-wrap gap-3">
          <Button
            look="secondary"
            onClick={() => start(() => sendInvitation(email), words.invited(email))}
          >
            {words.inviteAgain}
            <span className="sr-only"> {email}</span>
          </Button>
          <ConfirmButton
            label={
              <>
                {words.revoke}
                <span className="sr-only"> {email}</span>
              </>
            }
            title={words.revokeTitle(email)}
            text={words.revokeText}
            cancelLabel={uiWords.cancel}
            confirmLabel={words.revoke}
            onConfirm={() => start(() => revokeInvitation(email), words.revoked(email))}
          />
        </div>
      )}
    </article>
  )
}

function describe({ used_at, expires_at }: Invitation): string {
  if (used_at) return words.used(formatDay(used_at))
  const isOpen = Date.parse(expires_at) > Date.now()
  return (isOpen ? words.open : words.expired)(formatDay(expires_at))
}
