import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field, Input } from '../../ui/forms/field.tsx'

interface PasswordFieldProps {
  label: string
  /** Called while rendering: react-hook-form focuses the first invalid field in order of registering. */
  register: () => UseFormRegisterReturn
  error?: string | undefined
  hint?: React.ReactNode
  autoComplete?: 'new-password' | 'current-password'
}

/** Has no `maxLength`: it would cut a pasted password without a message. */
export function PasswordField({
  label,
  register,
  error,
  hint,
  autoComplete = 'new-password',
}: PasswordFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <Input {...control} {...register()} type="password" autoComplete={autoComplete} />
      )}
    </Field>
  )
}
