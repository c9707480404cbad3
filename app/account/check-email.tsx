import { MailCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { getSupabase } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { orToast, toastError, toastSuccess } from '../ui/toast.ts'
import {
  MAX_RESENDS,
  noteSent,
  type Progress,
  readProgress,
  secondsToWait,
  WARN_AFTER,
} from './verification.ts'

const LIMIT_TITLE = 'Rate limit reached'
const LIMIT_TEXT = "You've reached the maximum number of resend attempts. Please try again later."
const FAILED = 'Failed to resend email'

interface CheckEmailProps {
  email: string
  /** The form that had the focus has just gone. */
  takesFocus: boolean
  onBack: () => void
}

/** After sign-up: the mail is on its way, and can be sent again (spec 1 §9). */
export function CheckEmail({ email, takesFocus, onBack }: CheckEmailProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const [progress, setProgress] = useState<Progress>()
  const [isSending, setSending] = useState(false)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    void readProgress(email).then((kept) =>
      setProgress(kept ?? { sentAt: Date.now(), attempts: 0 }),
    )
    const clock = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(clock)
  }, [email])
  const wait = progress ? secondsToWait(progress, now) : 0
  const attempts = progress?.attempts ?? 0
  const isUsedUp = attempts >= MAX_RESENDS
  // Who has used them up may ask all the same, and is told.
  const mustWait = !progress || isSending || (wait > 0 && !isUsedUp)

  const resend = async () => {
    if (isUsedUp) return toastError(LIMIT_TITLE, LIMIT_TEXT)
    setSending(true)
    try {
      const supabase = await getSupabase()
      const { error } = await supabase.auth.resend({
        type: 'signup',
        email,
        options: { emailRedirectTo: `${location.origin}/` },
      })
      if (error) return toastError(error.status === 429 ? LIMIT_TITLE : FAILED)
      setProgress(await noteSent(email, { isResend: true }))
      return toastSuccess('Email sent', 'Please check your inbox.')
    } finally {
      setSending(false)
    }
  }

  return (
    <div className="page grid max-w-lg justify-items-center gap-4 py-20 text-center">
      <MailCheck aria-hidden size={44} className="text-link" />
      <h1 ref={heading} tabIndex={-1} className="display text-4xl outline-none">
        Check Your Email
      </h1>
      <p className="text-soft">
        We sent a link to <strong className="text-ink wrap-break-word">{email}</strong>. Open it to
        confirm your address, and you are in.
      </p>
      {attempts >= WARN_AFTER ? (
        <p role="status" className="rounded-control bg-marker px-3 py-2 text-sm text-on-marker">
          {isUsedUp ? LIMIT_TEXT : 'One resend is left. Please look into your spam folder as well.'}
        </p>
      ) : null}
      <Button disabled={mustWait} onClick={() => orToast(resend(), FAILED)}>
        {wait > 0 && !isUsedUp ? `Resend Email (${wait}s)` : 'Resend Email'}
      </Button>
      <Button look="quiet" onClick={onBack}>
        Back to Sign In
      </Button>
    </div>
  )
}
