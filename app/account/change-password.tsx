import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { getSupabase } from '../data/session.ts'
import { SubmitButton } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { FormPanel } from '../ui/form-panel.tsx'
import { toastError, toastSuccess } from '../ui/toast.ts'
import { accountMessage } from './auth-messages.ts'

/** Spec 1 §9: here, 6 characters. */
const PASSWORD_MIN = 6

const schema = z
  .object({
    password: z
      .string()
      .min(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters long.`),
    again: z.string(),
  })
  .refine(({ password, again }) => password === again, {
    path: ['again'],
    message: 'Password mismatch',
  })

const EMPTY = { password: '', again: '' }

/** @param email whose password it is, for password managers */
export function ChangePassword({ email }: { email: string }) {
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: EMPTY,
  })
  const { errors, isSubmitting } = formState
  const save = handleSubmit(async ({ password }) => {
    const supabase = await getSupabase()
    const { error } = await supabase.auth.updateUser({ password })
    if (error) {
      void toastError('Error updating password', accountMessage(error))
      return
    }
    reset(EMPTY)
    void toastSuccess('Password updated', 'Other devices have been signed out.')
  })
  return (
    <FormPanel onSubmit={save}>
      <h2 className="display text-2xl">Change Password</h2>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="New password" error={errors.password?.message}>
          {(control) => (
            <Input
              {...control}
              {...register('password')}
              type="password"
              maxLength={256}
              autoComplete="new-password"
            />
          )}
        </Field>
        <Field label="Confirm new password" error={errors.again?.message}>
          {(control) => (
            <Input
              {...control}
              {...register('again')}
              type="password"
              maxLength={256}
              autoComplete="new-password"
            />
          )}
        </Field>
      </div>
      <div>
        <SubmitButton disabled={isSubmitting}>
          {isSubmitting ? 'Saving...' : 'Change Password'}
        </SubmitButton>
      </div>
    </FormPanel>
  )
}
