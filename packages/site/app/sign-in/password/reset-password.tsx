import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { z } from 'zod'
import { sendCommand } from '../../data/command.ts'
import * as dataWords from '../../data/words.ts'
import { emailSchema } from '../../session/forms/field-schemas.ts'
import { fieldsOf, useCommandForm } from '../../session/forms/use-command-form.tsx'
import { getSupabase } from '../../session/session.ts'
import { FormError, InputField } from '../../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../../ui/forms/form-panel.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as uiWords from '../../ui/words.ts'
import { preloadClient } from '../preload-client.ts'
import { rememberMail } from '../requested-links.ts'
import { MailedCode } from '../second-factor/mailed-code.tsx'
import * as signInWords from '../words.ts'
import type { Route } from './+types/reset-password'

preloadClient()

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: signInWords.resetPageTitle,
    description: signInWords.resetDescription,
    noIndex: true,
  })

const schema = z.object({ email: emailSchema })

export default function ResetPassword() {
  const [sentTo, setSentTo] = useState<string>()
  const navigate = useNavigate()
  const { form, panel } = useCommandForm({
    schema,
    empty: { email: '' },
    send: async ({ email }) => {
      const { auth } = await getSupabase()
      const redirectTo = `${location.origin}/update-password`
      await sendCommand(auth.resetPasswordForEmail(email, { redirectTo }))
      await rememberMail(email)
    },
    onSent: ({ input }) => setSentTo(input.email),
    onFailure: ({ reason }, { setError }) =>
      setError('root', {
        message: reason === 'offline' ? dataWords.failureUnreached : signInWords.resetFailed,
      }),
  })
  const field = fieldsOf(form)
  const { errors } = form.formState
  return (
    <div className="page max-w-lg py-12">
      <h1 className="display mb-6 text-center text-title">{signInWords.resetTitle}</h1>
      {sentTo ? (
        <div className="panel grid gap-4 p-6">
          <p role="status" tabIndex={-1} ref={focus} className="outline-none">
            {signInWords.resetSent}
          </p>
          <MailedCode email={sentTo} type="recovery" onDone={() => navigate('/update-password')} />
        </div>
      ) : (
        <FormPanel {...panel}>
          <InputField
            label={signInWords.loginEmail}
            {...field('email')}
            type="email"
            autoComplete="email"
          />
          <FormError message={errors.root?.message} />
          <SubmitButton sending={uiWords.sending}>{signInWords.resetSend}</SubmitButton>
        </FormPanel>
      )}
      <p className="mt-4 text-center text-sm">
        <Link to="/auth" className="text-link hover:underline">
          {signInWords.authBack}
        </Link>
      </p>
    </div>
  )
}

/** The form, and the focus with it, has been removed. */
const focus = (message: HTMLElement | null) => message?.focus()
