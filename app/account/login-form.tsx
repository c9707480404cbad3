import { zodResolver } from '@hookform/resolvers/zod'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { z } from 'zod'
import { emailSchema } from '../data/email-schema.ts'
import { getSupabase } from '../data/session.ts'
import * as dataWords from '../data/words.ts'
import { SubmitButton } from '../ui/button.tsx'
import { Field, FormError, Input } from '../ui/field.tsx'
import { FormPanel } from '../ui/form-panel.tsx'
import { toastError } from '../ui/toast.ts'
import * as uiWords from '../ui/words.ts'
import { countAttempt, forgetAttempts, isLimited } from './attempts.ts'
import { noteSession } from './audit.ts'
import { signInMessage } from './auth-messages.ts'
import { PasswordField } from './password-field.tsx'
import * as enteringWords from './words/entering.ts'
import * as passwordsWords from './words/passwords.ts'

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
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState
  const refuse = (message: string) => {
    setError('root', { message })
    void toastError(dataWords.failureLogin, message)
  }
  const signIn = handleSubmit(async ({ email, password }) => {
    if (await isLimited('login', email)) {
      refuse(signInMessage({ status: 429 }))
      return
    }
    const supabase = await getSupabase()
    const { data, error } = await supabase.auth.signInWithPassword({ email, password })
    // Success is seen by the page, which leads on, or asks for the code of two-step sign-in.
    if (error) {
      if (error.status !== 0) await countAttempt('login', email)
      refuse(signInMessage(error))
    } else {
      await forgetAttempts('login', email)
      const awaitsCode = data.user.factors?.some(({ status }) => status === 'verified')
      if (!awaitsCode) void noteSession(supabase, 'sign_in')
    }
  })
  return (
    <FormPanel onSubmit={signIn}>
      <Field label={enteringWords.loginEmail} error={errors.email?.message}>
        {(control) => (
          <Input {...control} {...register('email')} type="email" autoComplete="email" />
        )}
      </Field>
      <PasswordField
        label={enteringWords.loginPassword}
        register={() => register('password')}
        error={errors.password?.message}
        autoComplete="current-password"
      />
      <FormError message={errors.root?.message} />
      <SubmitButton disabled={isSubmitting}>
        {isSubmitting ? enteringWords.loginSigningIn : uiWords.signIn}
      </SubmitButton>
      <Link to="/reset-password" className="justify-self-center text-sm text-link hover:underline">
        {enteringWords.loginForgotten}
      </Link>
    </FormPanel>
  )
}
