import { z } from 'zod'
import { queries } from '../../data/query.ts'
import { callFunction } from '../../session/call-function.ts'
import { emailSchema } from '../../session/forms/field-schemas.ts'
import { fieldsOf, useCommandForm } from '../../session/forms/use-command-form.tsx'
import { Button } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { useTask } from '../../ui/feedback/use-task.ts'
import { formatDay } from '../../ui/format/day.ts'
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx'
import { InputField, TextAreaField } from '../../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../../ui/forms/form-panel.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as uiWords from '../../ui/words.ts'
import { StaffList } from '../staff/staff-list.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { useStaffRead } from '../staff/staff-role.ts'
import * as staffWords from '../words/staff.ts'
import type { Route } from './+types/invitations'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: staffWords.invitationsTitle,
    description: staffWords.invitationsDescription,
    noIndex: true,
  })

/** The addresses that can sign up while sign-up is by invitation (spec 4 §3). */
export default function InvitationsScreen() {
  return (
    <StaffPage title={staffWords.invitationsTitle} intro={staffWords.invitationsIntro}>
      <Invitations />
    </StaffPage>
  )
}

function Invitations() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <div className="lg:order-last">
        <InviteForm />
      </div>
      <StaffList
        of={useStaffRead([INVITATIONS_KEY], readInvitations)}
        toKey={({ email }) => email}
        placeholders={3}
        none={<p className="panel p-6 text-soft">{staffWords.invitationsNone}</p>}
      >
        {(invitation) => <InvitationRow invitation={invitation} />}
      </StaffList>
    </div>
  )
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { email, used_at } = invitation
  const [, run] = useTask()
  const start = (work: () => Promise<void>, done: string) => {
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

interface Invitation {
  email: string
  created_at: string
  expires_at: string
  used_at: string | null
}

/** The key of the query for all of them. */
const INVITATIONS_KEY = 'invitations'

const refresh = () => queries.invalidateQueries({ queryKey: [INVITATIONS_KEY] })

async function readInvitations(): Promise<Invitation[]> {
  return (await callFunction('list_invitations')) as Invitation[]
}

/** Also sends an invitation again. @throws {CommandError} */
async function sendInvitation(email: string, note = ''): Promise<void> {
  await callFunction('invite', { email, note })
  await refresh()
}

/** @throws {CommandError} */
async function revokeInvitation(email: string): Promise<void> {
  await callFunction('revoke_invitation', { email })
  await refresh()
}

/** The rules of `invite`. */
const schema = z.object({
  email: emailSchema,
  note: z.string().refine((text) => [...text.trim()].length <= 500, staffWords.noteTooLong),
})

function InviteForm() {
  const { form, panel } = useCommandForm({
    schema,
    empty: { email: '', note: '' },
    send: ({ email, note }) => sendInvitation(email, note),
    onSent: async ({ input, form: sent }) => {
      sent.reset()
      await toastSuccess(staffWords.invited(input.email))
    },
  })
  const field = fieldsOf(form)
  return (
    <FormPanel {...panel} title={staffWords.formTitle}>
      <InputField
        label={staffWords.email}
        {...field('email')}
        type="email"
        autoComplete="off"
        required
      />
      <TextAreaField
        label={staffWords.note}
        {...field('note')}
        hint={staffWords.noteHint}
        rows={4}
      />
      <div>
        <SubmitButton sending={uiWords.sending}>{staffWords.invite}</SubmitButton>
      </div>
    </FormPanel>
  )
}
