import { MailCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { sendCommand } from '../../data/command.ts'
import { requireCommandError } from '../../data/command-error.ts'
import { getSupabase } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { toastError, toastFailure, toastSuccess } from '../../ui/feedback/toast.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { rememberMail } from '../requested-links.ts'
import { MailedCode } from '../second-factor/mailed-code.tsx'
import * as signInWords from '../words.ts'
import {
  computeWaitSeconds,
  countMail,
  MAX_RESENDS,
  type Progress,
  readProgress,
  WARN_AFTER,
} from './verification.ts'

interface CheckEmailProps {
  email: string
  /** The path that the mail's link leads to. */
  next: string
  /** The form, and the focus with it, has just been removed. */
  takesFocus: boolean
  onBack: () => void
}

/** @throws {CommandError} */
export async function resendSignUp(email: string, next: string): Promise<Progress> {
  const { auth } = await getSupabase()
  const options = { emailRedirectTo: new URL(next, location.origin).href }
  await sendCommand(auth.resend({ type: 'signup', email, options }))
  await rememberMail(email)
  return countMail(email, { isResend: true })
}

/** After sign-up: the mail has been sent, and can be sent again (spec 1 §9). */
export function CheckEmail({ email, next, takesFocus, onBack }: CheckEmailProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const [progress, setProgress] = useState<Progress>()
  const [isSending, setSending] = useState(false)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    void readProgress(email).then((progress) =>
      setProgress(progress ?? { sentAt: Date.now(), attempts: 0 }),
    )
    const clock = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(clock)
  }, [email])
  const wait = progress ? computeWaitSeconds(progress, now) : 0
  const attempts = progress?.attempts ?? 0
  const isUsedUp = attempts >= MAX_RESENDS
  // Without resends left the button stays enabled: its press shows the message.
  const mustWait = !progress || isSending || (wait > 0 && !isUsedUp)

  const resend = async () => {
    if (isUsedUp) return toastError(signInWords.checkEmailLimit, signInWords.checkEmailLimitMore)
    setSending(true)
    try {
      setProgress(await resendSignUp(email, next))
      return toastSuccess(signInWords.checkEmailSent, signInWords.checkEmailSentMore)
    } catch (error) {
      const isLimited = requireCommandError(error).reason === 'rate-limited'
      return toastError(isLimited ? signInWords.checkEmailLimit : signInWords.checkEmailFailed)
    } finally {
      setSending(false)
    }
  }

  return (
    <div className="page grid max-w-lg justify-items-center gap-4 py-18 text-center">
      <span className="grid size-14 place-items-center rounded-card bg-sunken">
        <MailCheck aria-hidden size={26} />
      </span>
      <h1 ref={heading} tabIndex={-1} className="display text-title outline-none">
        {signInWords.checkEmailTitle}
      </h1>
      <p className="text-soft">
        <Rich
          text={signInWords.checkEmailText}
          parts={{
            email,
            address: (words) => <strong className="text-ink wrap-anywhere">{words}</strong>,
          }}
        />
      </p>
      {attempts >= WARN_AFTER ? (
        <p role="status" className="rounded-control bg-sunken px-3 py-2 text-sm">
          {isUsedUp ? signInWords.checkEmailLimitMore : signInWords.checkEmailOneLeft}
        </p>
      ) : null}
      <MailedCode
        email={email}
        type="signup"
        className="my-2 grid w-full max-w-xs gap-3 text-left [&_button]:w-full"
      />
      <Button
        look="secondary"
        disabled={mustWait}
        onClick={() => toastFailure(resend(), signInWords.checkEmailFailed)}
      >
        {wait > 0 && !isUsedUp
          ? signInWords.checkEmailResendIn(wait)
          : signInWords.checkEmailResend}
      </Button>
      <Button look="quiet" onClick={onBack}>
        {signInWords.authBack}
      </Button>
    </div>
  )
}
