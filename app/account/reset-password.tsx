import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { z } from 'zod'
import { emailSchema } from '../data/email-schema.ts'
import { pageMeta } from '../data/page-meta.ts'
import { getSupabase } from '../data/session.ts'
import { FAILURE } from '../data/words.ts'
import { SubmitButton } from '../ui/button.tsx'
import { Field, FormError, Input } from '../ui/field.tsx'
import { FormPanel } from '../ui/form-panel.tsx'
import type { Route } from './+types/reset-password'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Reset password',
    description: 'Ask for a link to choose a new password.',
    noIndex: true,
  })

const schema = z.object({ email: emailSchema })

const NOT_SENT = 'The link could not be sent. Please try again in a minute.'

export default function ResetPassword() {
  const [isSent, setSent] = useState(false)
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: '' },
  })
  const { errors, isSubmitting } = formState
  const ask = handleSubmit(async ({ email }) => {
    const supabase = await getSupabase()
    const { error } = await supabase.auth.resetPasswordForEmail(email, {
      redirectTo: `${location.origin}/update-password`,
    })
    if (error) setError('root', { message: error.status === 0 ? FAILURE.unreached : NOT_SENT })
    else setSent(true)
  })
  return (
    <div className="page max-w-lg py-10">
      <h1 className="display mb-6 text-4xl">Reset your password</h1>
      {isSent ? (
        <p role="status" tabIndex={-1} ref={focus} className="panel p-6 outline-none">
          If an account has this address, a link to choose a new password is on its way to it.
        </p>
      ) : (
        <FormPanel onSubmit={ask}>
          <Field label="Email" error={errors.email?.message}>
            {(control) => (
              <Input {...control} {...register('email')} type="email" autoComplete="email" />
            )}
          </Field>
          <FormError message={errors.root?.message} />
          <SubmitButton disabled={isSubmitting}>
            {isSubmitting ? 'Sending...' : 'Send reset link'}
          </SubmitButton>
        </FormPanel>
      )}
      <p className="mt-4 text-center text-sm">
        <Link to="/auth" className="text-link hover:underline">
          Back to Sign In
        </Link>
      </p>
    </div>
  )
}

/** The form that had the focus has gone. */
const focus = (said: HTMLElement | null) => said?.focus()
