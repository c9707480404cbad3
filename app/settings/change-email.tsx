import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { sendCommand } from '../data/command.ts'
import { requireCommandError } from '../data/command-error.ts'
import { emailSchema } from '../data/field-schemas.ts'
import { readDraft } from '../session/draft.ts'
import { getSupabase } from '../session/session.ts'
import { useDraft } from '../session/use-draft.ts'
import { accountFailure } from '../sign-in/auth-failures.ts'
import { rememberMail } from '../sign-in/links/requested-mail.ts'
import { SessionEnded } from '../sign-in/session-ended.tsx'
import { SubmitButton } from '../ui/button.tsx'
import { toastError, toastSuccess } from '../ui/feedback/toast.ts'
import { Field, Input } from '../ui/forms/field.tsx'
import { FormPanel } from '../ui/forms/form-panel.tsx'
import * as uiWords from '../ui/words.ts'
import * as settingsWords from './words.ts'

const DRAFT = 'new address'
const EMPTY = { email: '' }

/** The new address is used once the link that is mailed to it has been opened. */
export function ChangeEmail({ userId, email }: { userId: string; email: string }) {
  const [isSignedOut, setSignedOut] = useState(false)
  const schema = z.object({
    email: emailSchema.refine(
      (wanted) => wanted.toLowerCase() !== email.toLowerCase(),
      settingsWords.changeEmailSame,
    ),
  })
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: readDraft(DRAFT, userId, EMPTY) ?? EMPTY,
  })
  const removeDraft = useDraft(form, DRAFT, userId)
  const { register, handleSubmit, reset, formState } = form
  const { errors, isSubmitting } = formState
  const save = handleSubmit(async (input) => {
    const { auth } = await getSupabase()
    setSignedOut(false)
    try {
      const emailRedirectTo = `${location.origin}/account-settings`
      await sendCommand(auth.updateUser(input, { emailRedirectTo }))
    } catch (error) {
      const failure = requireCommandError(error)
      setSignedOut(failure.reason === 'signed-out')
      return toastError(settingsWords.changeEmailFailed, accountFailure(failure))
    }
    await rememberMail(input.email)
    reset(EMPTY)
    removeDraft()
    void toastSuccess(settingsWords.changeEmailSent, settingsWords.changeEmailSentMore(input.email))
  })
  return (
    <FormPanel onSubmit={save}>
      <h2 className="display text-2xl">{settingsWords.changeEmailTitle}</h2>
      {isSignedOut ? <SessionEnded next="/account-settings" /> : null}
      <Field label={settingsWords.changeEmailAddress} error={errors.email?.message}>
        {(control) => (
          <Input {...control} {...register('email')} type="email" autoComplete="email" required />
        )}
      </Field>
      <div>
        <SubmitButton disabled={isSubmitting}>
          {isSubmitting ? uiWords.sending : settingsWords.changeEmailTitle}
        </SubmitButton>
      </div>
    </FormPanel>
  )
}
