import { useState } from 'react'
import { useNavigate } from 'react-router'
import { pageMeta } from '../data/page-meta.ts'
import { getSupabase, useSession } from '../data/session.ts'
import { LinkButton, SubmitButton } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { toastError, toastSuccess } from '../ui/toast.ts'
import type { Route } from './+types/update-password'
import { CodeStep } from './code-step.tsx'

/** Spec 1 §9: this page asks for 8 characters. */
const PASSWORD_MIN = 8

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'New password – Toolmark',
    description: 'Choose a new password.',
    noIndex: true,
  })

/** The mailed link signs its reader in, and then a new password can be set. */
export default function UpdatePassword() {
  const { loading, user, awaitsCode } = useSession()
  const navigate = useNavigate()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const save = async (form: FormData) => {
    const password = String(form.get('password'))
    if (password.length < PASSWORD_MIN)
      return setError(`Password must be at least ${PASSWORD_MIN} characters long.`)
    if (password !== form.get('again')) return setError('Password mismatch')
    setError(undefined)
    setBusy(true)
    const supabase = await getSupabase()
    const { error: refusal } = await supabase.auth.updateUser({ password })
    setBusy(false)
    if (refusal) {
      await toastError(
        'Error updating password',
        refusal.status && refusal.status < 500 ? refusal.message : undefined,
      )
      return
    }
    await toastSuccess('Password updated')
    await navigate('/')
  }
  if (awaitsCode) return <CodeStep />
  if (!loading && !user) {
    return (
      <div className="page grid max-w-lg justify-items-center gap-4 py-20 text-center">
        <h1 className="display text-3xl">This link has expired</h1>
        <p className="text-soft">A link works once, and not for ever.</p>
        <LinkButton to="/reset-password">Ask for a new one</LinkButton>
      </div>
    )
  }
  return (
    <div className="page max-w-lg py-10">
      <h1 className="display mb-6 text-4xl">Choose a new password</h1>
      <form
        method="post"
        noValidate
        className="panel grid gap-4 p-6"
        onSubmit={(event) => {
          event.preventDefault()
          void save(new FormData(event.currentTarget))
        }}
      >
        <Field label="New password" error={error}>
          {(control) => (
            <Input {...control} name="password" type="password" autoComplete="new-password" />
          )}
        </Field>
        <Field label="Confirm password">
          {(control) => (
            <Input {...control} name="again" type="password" autoComplete="new-password" />
          )}
        </Field>
        <SubmitButton disabled={isBusy}>{isBusy ? 'Saving...' : 'Update password'}</SubmitButton>
      </form>
    </div>
  )
}
