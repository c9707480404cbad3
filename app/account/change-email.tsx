import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { emailSchema } from '../data/email-schema.ts'
import { getSupabase } from '../data/session.ts'
import { SubmitButton } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { FormPanel } from '../ui/form-panel.tsx'
import { toastError, toastSuccess } from '../ui/toast.ts'
import { accountMessage } from './auth-messages.ts'

/** The new address counts once the link that is mailed to it was opened. */
export function ChangeEmail({ email }: { email: string }) {
  const schema = z.object({
    email: emailSchema.refine(
      (wanted) => wanted.toLowerCase() !== email.toLowerCase(),
      'This is your address.',
    ),
  })
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: '' },
  })
  const { errors, isSubmitting } = formState
  const save = handleSubmit(async (input) => {
    const supabase = await getSupabase()
    const { error } = await supabase.auth.updateUser(input, {
      emailRedirectTo: `${location.origin}/account-settings`,
    })
    if (error) {
      void toastError('Error updating email', accountMessage(error))
      return
    }
    reset()
    void toastSuccess('Check your email', `We sent a link to ${input.email}. Open it to confirm.`)
  })
  return (
    <FormPanel onSubmit={save}>
      <h2 className="display text-2xl">Change E-mail</h2>
      <Field label="New e-mail address" error={errors.email?.message}>
        {(control) => (
          <Input {...control} {...register('email')} type="email" autoComplete="email" required />
        )}
      </Field>
      <div>
        <SubmitButton disabled={isSubmitting}>
          {isSubmitting ? 'Sending...' : 'Change E-mail'}
        </SubmitButton>
      </div>
    </FormPanel>
  )
}
