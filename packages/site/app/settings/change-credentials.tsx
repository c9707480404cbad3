import type { User } from '@supabase/supabase-js'
import { useState } from 'react'
import { z } from 'zod'
import { sendCommand } from '../data/command.ts'
import * as dataWords from '../data/words.ts'
import { emailSchema } from '../session/forms/field-schemas.ts'
import { fieldsOf, useCommandForm } from '../session/forms/use-command-form.tsx'
import { getSupabase } from '../session/session.ts'
import { accountFailure } from '../sign-in/auth-failures.ts'
import { useCurrentPassword } from '../sign-in/password/current-password.tsx'
import {
  createPasswordSchema,
  EMPTY_PASSWORDS,
  PasswordField,
} from '../sign-in/password/password-field.tsx'
import { rememberMail } from '../sign-in/requested-links.ts'
import { MailedCode } from '../sign-in/second-factor/mailed-code.tsx'
import * as signInWords from '../sign-in/words.ts'
import { Button } from '../ui/button.tsx'
import { toastError, toastSuccess } from '../ui/feedback/toast.ts'
import { InputField } from '../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../ui/forms/form-panel.tsx'
import * as uiWords from '../ui/words.ts'
import * as settingsWords from './words.ts'

const EMPTY_ADDRESS = { email: '' }

/** The new address is used once the link that is mailed to it has been opened. */
export function ChangeEmail({ user: { id: userId, email = '' } }: { user: User }) {
  const schema = z.object({
    email: emailSchema.refine(
      (wanted) => wanted.toLowerCase() !== email.toLowerCase(),
      settingsWords.changeEmailSame,
    ),
  })
  const [sentTo, setSentTo] = useState<string>()
  const proof = useCurrentPassword(userId)
  const { form, panel } = useCommandForm({
    schema,
    empty: EMPTY_ADDRESS,
    draft: 'new address',
    userId,
    noticesSessionEnd: true,
    send: async (input) => {
      const { auth } = await getSupabase()
      const emailRedirectTo = `${location.origin}/account-settings`
      const change = { ...input, ...proof.getAttribute() }
      await sendCommand(auth.updateUser(change, { emailRedirectTo }))
      await rememberMail(input.email)
    },
    onSent: ({ input, form: sent }) => {
      sent.reset(EMPTY_ADDRESS)
      proof.settle()
      setSentTo(input.email)
      const text = settingsWords.changeEmailSentMore(input.email)
      void toastSuccess(settingsWords.changeEmailSent, text)
    },
    onFailure: (failure) =>
      proof.show(failure) || toastError(settingsWords.changeEmailFailed, accountFailure(failure)),
  })
  const field = fieldsOf(form)
  if (sentTo) {
    return (
      <>
        <p role="status">{settingsWords.changeEmailSentMore(sentTo)}</p>
        <MailedCode
          email={sentTo}
          type="email_change"
          onDone={() => {
            setSentTo(undefined)
            void toastSuccess(dataWords.linkNewAddress(sentTo))
          }}
        >
          <Button look="quiet" onClick={() => setSentTo(undefined)}>
            {uiWords.cancel}
          </Button>
        </MailedCode>
      </>
    )
  }
  return (
    <FormPanel {...panel} className="grid gap-4">
      <InputField
        label={settingsWords.changeEmailAddress}
        {...field('email')}
        type="email"
        autoComplete="email"
        required
      />
      {proof.field}
      <div>
        <SubmitButton sending={uiWords.sending}>{settingsWords.changeEmailTitle}</SubmitButton>
      </div>
    </FormPanel>
  )
}

/** Spec 1 §9: this page asks for 6 characters. */
const PASSWORD_MIN = 6

const passwordSchema = createPasswordSchema(PASSWORD_MIN)

export function ChangePassword({ user: { id: userId, email } }: { user: User }) {
  const proof = useCurrentPassword(userId)
  const { form, panel } = useCommandForm({
    schema: passwordSchema,
    empty: EMPTY_PASSWORDS,
    noticesSessionEnd: true,
    send: async ({ password }) => {
      const { auth } = await getSupabase()
      await sendCommand(auth.updateUser({ password, ...proof.getAttribute() }))
    },
    onSent: (sent) => {
      sent.form.reset(EMPTY_PASSWORDS)
      proof.settle()
      void toastSuccess(signInWords.newPasswordDone, settingsWords.changePasswordDoneMore)
    },
    onFailure: (failure) =>
      proof.show(failure) || toastError(signInWords.newPasswordFailed, accountFailure(failure)),
  })
  const field = fieldsOf(form)
  return (
    <FormPanel {...panel} className="grid gap-4">
      {/* For password managers. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      {proof.field}
      <div className="grid gap-4 sm:grid-cols-2">
        <PasswordField label={signInWords.newPasswordPassword} {...field('password')} />
        <PasswordField label={settingsWords.changePasswordAgain} {...field('again')} />
      </div>
      <div>
        <SubmitButton sending={uiWords.saving}>{settingsWords.changePasswordTitle}</SubmitButton>
      </div>
    </FormPanel>
  )
}
