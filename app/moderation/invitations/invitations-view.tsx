import { useQuery } from '@tanstack/react-query'
import { queries } from '../../data/query.ts'
import { Button } from '../../ui/button.tsx'
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { useTask } from '../../ui/feedback/use-task.ts'
import { formatDay } from '../../ui/format/day.ts'
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx'
import * as uiWords from '../../ui/words.ts'
import { StaffFailure, StaffPage } from '../staff/staff-page.tsx'
import { retryUnlessRefused } from '../staff/staff-role.ts'
import * as staffWords from '../words/staff.ts'
import {
  INVITATIONS_KEY,
  type Invitation,
  InviteForm,
  readInvitations,
  revokeInvitation,
  sendInvitation,
} from './invite-form.tsx'

/** The addresses that can sign up while sign-up is by invitation (spec 4 §3). */
export default function InvitationsScreen() {
  return (
    <StaffPage title={staffWords.invitationsTitle} intro={staffWords.invitationsIntro}>
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
        <p className="panel p-6 text-soft">{staffWords.invitationsNone}</p>
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

function InvitationRow({ invitation }: { invitation: Invitation }) {
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
            onClick={() => start(() => sendInvitation(email), staffWords.invited(email))}
          >
            {staffWords.inviteAgain}
            <span className="sr-only"> {email}</span>
          </Button>
          <ConfirmButton
            label={
              <>
                {staffWords.revoke}
                <span className="sr-only"> {email}</span>
              </>
            }
            title={staffWords.revokeTitle(email)}
            text={staffWords.revokeText}
            cancelLabel={uiWords.cancel}
            confirmLabel={staffWords.revoke}
            onConfirm={() => start(() => revokeInvitation(email), staffWords.revoked(email))}
          />
        </div>
      )}
    </article>
  )
}

function describe({ used_at, expires_at }: Invitation): string {
  if (used_at) return staffWords.used(formatDay(used_at))
  const isOpen = Date.parse(expires_at) > Date.now()
  return (isOpen ? staffWords.open : staffWords.expired)(formatDay(expires_at))
}
