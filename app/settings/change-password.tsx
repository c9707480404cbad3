import { sendCommand } from '../data/command.ts'
import { useCommandForm } from '../session/forms/use-command-form.tsx'
import { getSupabase } from '../session/session.ts'
import { accountFailure } from '../sign-in/auth-failures.ts'
import {
  createPasswordSchema,
  EMPTY_PASSWORDS,
  PasswordField,
} from '../sign-in/password/password-field.tsx'
import * as signInWords from '../sign-in/words.ts'
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
  const { form, panel } = useCommandForm({
    schema,
    empty: EMPTY_PASSWORDS,
    noticesSessionEnd: true,
    send: async ({ password }) => {
      const { auth } = await getSupabase()
      await sendCommand(auth.updateUser({ password }))
    },
    onSent: (sent) => {
      sent.form.reset(EMPTY_PASSWORDS)
      void toastSuccess(signInWords.newPasswordDone, settingsWords.changePasswordDoneMore)
    },
    onFailure: (failure) => toastError(signInWords.newPasswordFailed, accountFailure(failure)),
  })
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  return (
    <FormPanel {...panel} title={settingsWords.changePasswordTitle}>
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
