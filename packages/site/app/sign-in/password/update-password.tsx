import { Hourglass } from 'lucide-react'
import { useNavigate } from 'react-router'
import { sendCommand } from '../../data/command.ts'
import * as dataWords from '../../data/words.ts'
import { fieldsOf, useCommandForm } from '../../session/forms/use-command-form.tsx'
import { getSupabase, useSession } from '../../session/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.ts'
import { FormPanel, SubmitButton } from '../../ui/forms/form-panel.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as uiWords from '../../ui/words.ts'
import { accountFailure } from '../auth-failures.ts'
import { forgetMail } from '../requested-links.ts'
import { CodeStep } from '../second-factor/code-form.tsx'
import * as signInWords from '../words.ts'
import type { Route } from './+types/update-password'
import { useCurrentPassword } from './current-password.tsx'
import { createPasswordSchema, EMPTY_PASSWORDS, PasswordField } from './password-field.tsx'

/** Spec 1 §9: this page asks for 8 characters. */
const PASSWORD_MIN = 8

const schema = createPasswordSchema(PASSWORD_MIN)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: signInWords.newPasswordPageTitle,
    description: signInWords.newPasswordDescription,
    noIndex: true,
  })

/** The mailed link signs the member in; then this page sets a new password. */
export default function UpdatePassword() {
  const { loading, user, awaitsCode } = useSession()
  const navigate = useNavigate()
  const proof = useCurrentPassword(user?.id)
  const { form, panel } = useCommandForm({
    schema,
    empty: EMPTY_PASSWORDS,
    send: async ({ password }) => {
      const { auth } = await getSupabase()
      await sendCommand(auth.updateUser({ password, ...proof.getAttribute() }))
    },
    onSent: async () => {
      proof.settle()
      if (user?.email) await forgetMail(user.email)
      void toastSuccess(signInWords.newPasswordDone)
      await navigate('/')
    },
    onFailure: (failure) =>
      proof.show(failure) || toastError(signInWords.newPasswordFailed, accountFailure(failure)),
  })
  const field = fieldsOf(form)
  if (awaitsCode) return <CodeStep />
  if (!loading && !user) {
    return (
      <Notice
        isPage
        icon={Hourglass}
        title={dataWords.linkExpired}
        text={signInWords.newPasswordExpiredMore}
      >
        <LinkButton to="/reset-password">{signInWords.newPasswordAskAnew}</LinkButton>
      </Notice>
    )
  }
  return (
    <div className="page max-w-lg py-12">
      <h1 className="display mb-6 text-center text-title">{signInWords.newPasswordTitle}</h1>
      <FormPanel {...panel}>
        <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        {proof.field}
        <PasswordField label={signInWords.newPasswordPassword} {...field('password')} />
        <PasswordField label={signInWords.newPasswordAgain} {...field('again')} />
        <SubmitButton sending={uiWords.saving}>{signInWords.newPasswordUpdate}</SubmitButton>
      </FormPanel>
    </div>
  )
}
