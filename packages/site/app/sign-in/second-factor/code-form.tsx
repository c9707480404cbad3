import { useEffect, useState } from 'react'
import { z } from 'zod'
import { fieldsOf, useCommandForm } from '../../session/forms/use-command-form.tsx'
import { getSupabase } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { toastFailure } from '../../ui/feedback/toast.ts'
import { InputField } from '../../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../../ui/forms/form-panel.tsx'
import { codeFailure } from '../auth-failures.ts'
import { recordSession } from '../sign-out.ts'
import * as signInWords from '../words.ts'
import { sendSecondFactor } from './second-factor.ts'

export const SIX_DIGITS = {
  label: signInWords.codeLabel,
  check: z.string().regex(/^\s*(\d\s*){6}$/, signInWords.codeWrong),
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
} as const

const RECOVERY_CODE = {
  label: signInWords.codeRecoveryLabel,
  check: z.string().regex(/^\s*([a-z2-7][\s-]*){16}$/i, signInWords.codeRecoveryWrong),
  inputMode: 'text',
  autoComplete: 'off',
} as const

interface CodeFormProps {
  kind: Omit<typeof SIX_DIGITS | typeof RECOVERY_CODE, 'label'> & { label: string }
  takesFocus?: boolean
  action: string
  /** Replaces the classes of the form. */
  className?: string
  /** @throws {CommandError} */
  onCode: (code: string) => Promise<void>
  /** Further buttons. */
  children?: React.ReactNode
}

/** A form for one code, by default with the focus in its field. */
export function CodeForm({
  kind,
  action,
  takesFocus = true,
  className = 'grid max-w-sm gap-4',
  onCode,
  children,
}: CodeFormProps) {
  const { form, panel } = useCommandForm({
    schema: z.object({ code: kind.check }),
    empty: { code: '' },
    send: ({ code }) => onCode(code.replace(/[\s-]/g, '')),
    onFailure: (failure, { setError }) =>
      setError('code', { message: codeFailure(failure) }, { shouldFocus: true }),
  })
  const field = fieldsOf(form)
  const { setFocus } = form
  useEffect(() => {
    if (takesFocus) setFocus('code')
  }, [setFocus, takesFocus])
  return (
    <FormPanel {...panel} className={className}>
      <InputField
        label={kind.label}
        {...field('code')}
        inputMode={kind.inputMode}
        autoComplete={kind.autoComplete}
        spellCheck={false}
        maxLength={40}
        className={kind.inputMode === 'numeric' ? 'tracking-widest tabular-nums' : ''}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton sending={signInWords.codeChecking}>{action}</SubmitButton>
        {children}
      </div>
    </FormPanel>
  )
}

interface CodeStepProps {
  /** The heading of a page that the step is a part of. */
  pageTitle?: string
}

/** After the password: with two-step sign-in, a member is signed in only after the code. */
export function CodeStep({ pageTitle }: CodeStepProps) {
  const [isRecovery, setRecovery] = useState(false)
  const pass = async (code: string) => {
    await sendSecondFactor(code, isRecovery)
    void recordSession(await getSupabase(), 'sign_in')
  }
  const leave = async () => {
    await (await getSupabase()).auth.signOut({ scope: 'local' })
  }
  return (
    <div className="page grid max-w-lg gap-6 py-12">
      <h1 className="display text-center text-title">{pageTitle ?? signInWords.codeTitle}</h1>
      <div className="panel grid gap-4 p-6">
        {pageTitle ? <h2 className="display text-lg">{signInWords.codeTitle}</h2> : null}
        <p className="text-soft">
          {isRecovery ? signInWords.codeRecoveryText : signInWords.codeText}
        </p>
        <CodeForm
          key={String(isRecovery)}
          kind={isRecovery ? RECOVERY_CODE : SIX_DIGITS}
          action={signInWords.codeGo}
          onCode={pass}
        />
        <div className="flex flex-wrap gap-3">
          <Button look="secondary" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? signInWords.codeUseApp : signInWords.codeUseRecovery}
          </Button>
          <Button look="quiet" onClick={() => toastFailure(leave())}>
            {signInWords.authBack}
          </Button>
        </div>
      </div>
    </div>
  )
}
