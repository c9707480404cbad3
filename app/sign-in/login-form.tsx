import { zodResolver } from '@hookform/resolvers/zod'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { z } from 'zod'
import { requireCommandError } from '../data/command-error.ts'
import { emailSchema } from '../data/field-schemas.ts'
import * as dataWords from '../data/words.ts'
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

type LoginInput = z.infer<typeof schema>

export const useLoginForm = () =>
  useForm<LoginInput>({
    resolver: zodResolver(schema),
    defaultValues: { email: '', password: '' },
  })

export function LoginForm({ form }: { form: UseFormReturn<LoginInput> }) {
  const { register, handleSubmit, setError, setFocus, formState } = form
  const { errors, isSubmitting, submitCount } = formState
  const signIn = handleSubmit(async ({ email, password }) => {
    try {
      await signInWithPassword(email, password)
      // The message of an earlier attempt is no longer true.
      if (submitCount > 0) toastFailure(dismissToasts())
      // The page reacts to the session: it navigates, or asks for the code of two-step sign-in.
    } catch (error) {
      const message = signInFailure(requireCommandError(error))
      setError('root', { message })
      setFocus('password', { shouldSelect: true })
      return toastError(dataWords.failureLogin, message)
    }
  })
  return (
    <FormPanel onSubmit={signIn}>
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
