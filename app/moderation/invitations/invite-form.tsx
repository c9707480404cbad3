import { z } from 'zod'
import { emailSchema } from '../../data/field-schemas.ts'
import { useCommandForm } from '../../session/use-command-form.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { Field, Input, TextArea } from '../../ui/forms/field.tsx'
import { FormPanel } from '../../ui/forms/form-panel.tsx'
import { sendInvitation } from './send-invitation.ts'
import * as words from './words.ts'

/** The rules of `invite`. */
const schema = z.object({
  email: emailSchema,
  note: z.string().refine((text) => [...text.trim()].length <= 500, words.noteTooLong),
})

export function InviteForm() {
  const { form, panel } = useCommandForm({
    schema,
    empty: { email: '', note: '' },
    send: ({ email, note }) => sendInvitation(email, note),
    onSent: async ({ input, form: sent }) => {
      sent.reset()
      await toastSuccess(words.invited(input.email))
    },
  })
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  return (
    <FormPanel {...panel} title={words.formTitle}>
      <Field label={words.email} error={errors.email?.message}>
        {(control) => (
          <Input {...control} {...register('email')} type="email" autoComplete="off" required />
        )}
      </Field>
      <Field label={words.note} error={errors.note?.message} hint={words.noteHint}>
        {(control) => <TextArea {...control} {...register('note')} rows={4} />}
      </Field>
      <div>
        <SubmitButton disabled={isSubmitting}>
          {isSubmitting ? words.sending : words.invite}
        </SubmitButton>
      </div>
    </FormPanel>
  )
}
