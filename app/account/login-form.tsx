import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { z } from 'zod'
import { getSupabase } from '../data/session.ts'
import { SubmitButton } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { FormPanel } from '../ui/form-panel.tsx'
import { toastError } from '../ui/toast.ts'
import { forgetAttempts, mayAttempt } from './attempts.ts'
import { noteSession } from './audit.ts'
import { signInMessage } from './auth-messages.ts'

const schema = z.object({
  email: z
    .string()
    .trim()
    .min(1, 'Email is required')
    .pipe(z.email('Please provide a valid email address.')),
  password: z.string().min(1, 'Password is required'),
})

export function LoginForm() {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting } = formState
  const refuse = (message: string) => {
    setError('root', { message })
    void toastError('Login failed', message)
  }
  const signIn = handleSubmit(async ({ email, password }) => {
    if (!mayAttempt('login', email)) {
      refuse(signInMessage({ status: 429 }))
      return
    }
    const supabase = await getSupabase()
    const { data, error } = await supabase.auth.signInWithPassword({ email, password })
    // Success is seen by the page, which leads on, or asks for the code of two-step sign-in.
    if (error) refuse(signInMessage(error))
    else {
      forgetAttempts('login', email)
      const awaitsCode = data.user.factors?.some(({ status }) => status === 'verified')
      if (!awaitsCode) void noteSession(supabase, 'sign_in')
    }
  })
  return (
    <FormPanel onSubmit={signIn}>
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <Input {...control} {...register('email')} type="email" autoComplete="email" />
        )}
      </Field>
      <Field label="Password" error={errors.password?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('password')}
            type="password"
            autoComplete="current-password"
          />
        )}
      </Field>
      {errors.root ? (
        <p role="alert" className="text-sm text-bad">
          {errors.root.message}
        </p>
      ) : null}
      <SubmitButton disabled={isSubmitting}>
        {isSubmitting ? 'Signing in...' : 'Sign In'}
      </SubmitButton>
      <Link to="/reset-password" className="justify-self-center text-sm text-link hover:underline">
        Forgot your password?
      </Link>
    </FormPanel>
  )
}
