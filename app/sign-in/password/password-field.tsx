import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field, Input } from '../../ui/field.tsx'

interface PasswordFieldProps {
  label: string
  /** Asked for when it is drawn: the fields' order is that of their registering. */
  register: () => UseFormRegisterReturn
  error?: string | undefined
  hint?: React.ReactNode
  autoComplete?: 'new-password' | 'current-password'
}

/** Takes what is pasted whole: a password that is cut short in silence opens nothing later. */
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
