import { useState } from 'react'
import { Link } from 'react-router'
import { pageMeta } from '../data/page-meta.ts'
import { getSupabase } from '../data/session.ts'
import { SubmitButton } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import type { Route } from './+types/reset-password'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Reset password – Toolmark',
    description: 'Ask for a link to choose a new password.',
    noIndex: true,
  })

export default function ResetPassword() {
  const [state, setState] = useState<'asking' | 'sending' | 'sent'>('asking')
  const [error, setError] = useState<string>()
  const ask = async (form: FormData) => {
    const email = String(form.get('email')).trim()
    if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) {
      setError('Please provide a valid email address.')
      return
    }
    setState('sending')
    const supabase = await getSupabase()
    const { error: refusal } = await supabase.auth.resetPasswordForEmail(email, {
      redirectTo: `${location.origin}/update-password`,
    })
    setError(refusal ? 'The link could not be sent. Please try again in a minute.' : undefined)
    setState(refusal ? 'asking' : 'sent')
  }
  return (
    <div className="page max-w-lg py-10">
      <h1 className="display mb-6 text-4xl">Reset your password</h1>
      {state === 'sent' ? (
        <p role="status" className="panel p-6">
          If an account has this address, a link to choose a new password is on its way to it.
        </p>
      ) : (
        <form
          method="post"
          noValidate
          className="panel grid gap-4 p-6"
          onSubmit={(event) => {
            event.preventDefault()
            void ask(new FormData(event.currentTarget))
          }}
        >
          <Field label="Email" error={error}>
            {(control) => <Input {...control} name="email" type="email" autoComplete="email" />}
          </Field>
          <SubmitButton disabled={state === 'sending'}>
            {state === 'sending' ? 'Sending...' : 'Send reset link'}
          </SubmitButton>
        </form>
      )}
      <p className="mt-4 text-center text-sm">
        <Link to="/auth" className="text-link hover:underline">
          Back to Sign In
        </Link>
      </p>
    </div>
  )
}
