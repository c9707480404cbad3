import { Link } from 'react-router'
import { z } from 'zod'
import { emailSchema } from '../data/field-schemas.ts'
import * as dataWords from '../data/words.ts'
import { useCommandForm } from '../session/use-command-form.tsx'
import { SubmitButton } from '../ui/button.tsx'
import { dismissToasts, toastError, toastFailure } from '../ui/feedback/toast.ts'
import { Field, FormError, Input } from '../ui/forms/field.tsx'
import { FormPanel } from '../ui/forms/form-panel.tsx'
import * as uiWords from '../ui/words.ts'
import { signInFailure } from './auth-failures.ts'
import { PasswordField } from './password/password-field.tsx'
import { signInWithPassword } from './sign-in.ts'
import * as passwordsWords from './words/passwords.ts'
import * as signInWords from './words/sign-in-and-sign-up.ts'

const schema = z.object({
  email: emailSchema,
  password: z.string().min(1, passwordsWords.passwordRequired),
})

export const useLoginForm = () =>
  useCommandForm({
    schema,
    empty: { email: '', password: '' },
    // The page reacts to the session: it navigates, or asks for the code of two-step sign-in.
    send: ({ email, password }) => signInWithPassword(email, password),
    onSent: ({ form: { formState } }) => {
      // The message of an earlier attempt is no longer true.
      if (formState.submitCount > 0) toastFailure(dismissToasts())
    },
    onFailure: (failure, { setError, setFocus }) => {
      const message = signInFailure(failure)
      setError('root', { message })
      setFocus('password', { shouldSelect: true })
      return toastError(dataWords.failureLogin, message)
    },
  })

export function LoginForm({ form, panel }: ReturnType<typeof useLoginForm>) {
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  return (
    <FormPanel {...panel}>
      <Field label={signInWords.loginEmail} error={errors.email?.message}>
        {(control) => (
          <Input {...control} {...register('email')} type="email" autoComplete="email" />
        )}
      </Field>
      <PasswordField
        label={signInWords.loginPassword}
        register={() => register('password')}
        error={errors.password?.message}
        autoComplete="current-password"
      />
      <FormError message={errors.root?.message} />
      <SubmitButton disabled={isSubmitting}>
        {isSubmitting ? signInWords.loginSigningIn : uiWords.signIn}
      </SubmitButton>
      <Link to="/reset-password" className="justify-self-center text-sm text-link hover:underline">
        {signInWords.loginForgotten}
      </Link>
    </FormPanel>
  )
}
