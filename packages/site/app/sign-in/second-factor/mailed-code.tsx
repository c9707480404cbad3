import { sendCommand } from '../../data/command.ts'
import { getSupabase } from '../../session/session.ts'
import * as signInWords from '../words.ts'
import { CodeForm, SIX_DIGITS } from './code-form.tsx'

interface MailedCodeProps {
  /** The address that the mail went to. */
  email: string
  type: 'signup' | 'recovery' | 'email_change'
  onDone?: () => unknown
  className?: string
  /** Further buttons. */
  children?: React.ReactNode
}

/** The code of a mail instead of its link, for a reader who opens mail on another device. */
export function MailedCode({ email, type, onDone, ...props }: MailedCodeProps) {
  const verify = async (token: string) => {
    const { auth } = await getSupabase()
    await sendCommand(auth.verifyOtp({ email, token, type }))
    await onDone?.()
  }
  return (
    <CodeForm
      kind={MAILED}
      action={signInWords.codeGo}
      takesFocus={false}
      onCode={(code) => verify(code)}
      {...props}
    />
  )
}

const MAILED = { ...SIX_DIGITS, label: signInWords.mailedCode } as const
