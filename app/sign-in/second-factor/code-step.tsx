import { useState } from 'react'
import { getSupabase } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { toastFailure } from '../../ui/feedback/toast.ts'
import { recordSession } from '../record-session.ts'
import * as signInWords from '../words.ts'
import { CodeForm, RECOVERY_CODE, SIX_DIGITS } from './code-form.tsx'
import { sendSecondFactor } from './second-factor.ts'

/** After the password: with two-step sign-in, a member is signed in only after the code. */
export function CodeStep() {
  const [isRecovery, setRecovery] = useState(false)
  const pass = async (code: string) => {
    await sendSecondFactor(code, isRecovery)
    void recordSession(await getSupabase(), 'sign_in')
  }
  const leave = async () => {
    await (await getSupabase()).auth.signOut({ scope: 'local' })
  }
  return (
    <div className="page grid max-w-lg gap-6 py-10">
      <h1 className="display text-center text-4xl">{signInWords.codeTitle}</h1>
      <div className="panel grid gap-5 p-6">
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
