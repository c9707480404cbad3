import { z } from 'zod'
import { sendCommand } from '../../data/command.ts'
import { queries } from '../../data/query.ts'
import { emailSchema } from '../../session/forms/field-schemas.ts'
import { useCommandForm } from '../../session/forms/use-command-form.tsx'
import { getSupabase } from '../../session/session.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { Field, Input, TextArea } from '../../ui/forms/field.tsx'
import { FormPanel } from '../../ui/forms/form-panel.tsx'
import * as staffWords from '../words/staff.ts'

export interface Invitation {
  email: string
  created_at: string
  expires_at: string
  used_at: string | null
}

/** The key of the query for all of them. */
export const INVITATIONS_KEY = 'invitations'

const refresh = () => queries.invalidateQueries({ queryKey: [INVITATIONS_KEY] })

export async function readInvitations(): Promise<Invitation[]> {
  const supabase = await getSupabase()
  return (await sendCommand(supabase.rpc('list_invitations'))) as Invitation[]
}

/** Also sends an invitation again. @throws {CommandError} */
export async function sendInvitation(email: string, note = ''): Promise<void> {
  const supabase = await getSupabase()
  await sendCommand(supabase.rpc('invite', { email, note }))
  await refresh()
}

/** @throws {CommandError} */
export async function revokeInvitation(email: string): Promise<void> {
  const supabase = await getSupabase()
  await sendCommand(supabase.rpc('revoke_invitation', { email }))
  await refresh()
}

/** The rules of `invite`. */
const schema = z.object({
  email: emailSchema,
  note: z.string().refine((text) => [...text.trim()].length <= 500, staffWords.noteTooLong),
})

export function InviteForm() {
  const { form, panel } = useCommandForm({
    schema,
    empty: { email: '', note: '' },
    send: ({ email, note }) => sendInvitation(email, note),
    onSent: async ({ input, form: sent }) => {
      sent.reset()
      await toastSuccess(staffWords.invited(input.email))
    },
  })
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  return (
    <FormPanel {...panel} title={staffWords.formTitle}>
      <Field label={staffWords.email} error={errors.email?.message}>
        {(control) => (
          <Input {...control} {...register('email')} type="email" autoComplete="off" required />
        )}
      </Field>
      <Field label={staffWords.note} error={errors.note?.message} hint={staffWords.noteHint}>
        {(control) => <TextArea {...control} {...register('note')} rows={4} />}
      </Field>
      <div>
        <SubmitButton disabled={isSubmitting}>
          {isSubmitting ? staffWords.sending : staffWords.invite}
        </SubmitButton>
      </div>
    </FormPanel>
  )
}
