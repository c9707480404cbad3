import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { sendCommand } from '../data/command.ts'
import { requireCommandError } from '../data/command-error.ts'
import { getSupabase } from '../session/session.ts'
import { accountFailure } from '../sign-in/auth-failures.ts'
import { PasswordField } from '../sign-in/password/password-field.tsx'
import { createPasswordSchema, EMPTY_PASSWORDS } from '../sign-in/password/password-schema.ts'
import { SessionEnded } from '../sign-in/session-ended.tsx'
import * as signInWords from '../sign-in/words/sign-in-and-sign-up.ts'
import { SubmitButton } from '../ui/button.tsx'
import { toastError, toastSuccess } from '../ui/feedback/toast.ts'
import { FormPanel } from '../ui/forms/form-panel.tsx'
import * as uiWords from '../ui/words.ts'
import * as settingsWords from './words.ts'

/** Spec 1 §9: this page asks for 6 characters. */
const PASSWORD_MIN = 6

const schema = createPasswordSchema(PASSWORD_MIN)

/** @param email for password managers */
export function ChangePassword({ email }: { email: string }) {
  const [isSignedOut, setSignedOut] = useState(false)
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: EMPTY_PASSWORDS,
  })
  const { errors, isSubmitting } = formState
  const save = handleSubmit(async ({ password }) => {
    const { auth } = await getSupabase()
    setSignedOut(false)
    try {
      await sendCommand(auth.updateUser({ password }))
    } catch (error) {
      const failure = requireCommandError(error)
      setSignedOut(failure.reason === 'signed-out')
      return toastError(signInWords.newPasswordFailed, accountFailure(failure))
    }
    reset(EMPTY_PASSWORDS)
    void toastSuccess(signInWords.newPasswordDone, settingsWords.changePasswordDoneMore)
  })
  return (
    <FormPanel onSubmit={save}>
      <h2 className="display text-2xl">{settingsWords.changePasswordTitle}</h2>
      {isSignedOut ? <SessionEnded next="/account-settings" isKept={false} /> : null}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <div className="grid gap-5 sm:grid-cols-2">
        <PasswordField
          label={signInWords.newPasswordPassword}
          register={() => register('password')}
          error={errors.password?.message}
        />
        <PasswordField
          label={settingsWords.changePasswordAgain}
          register={() => register('again')}
          error={errors.again?.message}
        />
      </div>
      <div>
        <SubmitButton disabled={isSubmitting}>
          {isSubmitting ? uiWords.saving : settingsWords.changePasswordTitle}
        </SubmitButton>
      </div>
    </FormPanel>
  )
}
