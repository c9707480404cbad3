import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { describeFailure, logFailure } from '../../data/command-error.ts'
import { emailSchema } from '../../data/field-schemas.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { Field, FormError, Input, TextArea } from '../../ui/forms/field.tsx'
import { FormPanel } from '../../ui/forms/form-panel.tsx'
import { sendInvitation } from './send-invitation.ts'
import * as words from './words.ts'

/** The rules of `invite`. */
const schema = z.object({
  email: emailSchema,
  note: z.string().refine((text) => [...text.trim()].length <= 500, words.noteTooLong),
})

export function InviteForm() {
  const { register, handleSubmit, reset, setError, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: '', note: '' },
  })
  const { errors, isSubmitting } = formState
  const send = handleSubmit(async ({ email, note }) => {
    try {
      await sendInvitation(email, note)
      reset()
      await toastSuccess(words.invited(email))
    } catch (error) {
      logFailure(error)
      setError('root', { message: describeFailure(error) })
    }
  })
  return (
    <FormPanel onSubmit={send}>
      <h2 className="display text-2xl">{words.formTitle}</h2>
      <Field label={words.email} error={errors.email?.message}>
        {(control) => (
          <Input {...control} {...register('email')} type="email" autoComplete="off" required />
        )}
      </Field>
      <Field label={words.note} error={errors.note?.message} hint={words.noteHint}>
        {(control) => <TextArea {...control} {...register('note')} rows={4} />}
      </Field>
      <FormError message={errors.root?.message} />
      <div>
        <SubmitButton disabled={isSubmitting}>
          {isSubmitting ? words.sending : words.invite}
        </SubmitButton>
      </div>
    </FormPanel>
  )
}
