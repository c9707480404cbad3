import { MailCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { getSupabase } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { toastError, toastSuccess } from '../ui/toast.ts'
import {
  keepProgress,
  MAX_RESENDS,
  type Progress,
  readProgress,
  secondsToWait,
  WARN_AFTER,
} from './resend.ts'

const LIMIT_TEXT = "You've reached the maximum number of resend attempts. Please try again later."

/** After sign-up: the mail is on its way, and can be sent again (spec 1 §9). */
export function CheckEmail({ email, onBack }: { email: string; onBack: () => void }) {
  const [progress, setProgress] = useState<Progress>(() => {
    const kept = readProgress()
    return kept?.email === email ? kept : { email, sentAt: Date.now(), attempts: 0 }
  })
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(clock)
  }, [])
  const wait = secondsToWait(progress, now)
  const isUsedUp = progress.attempts >= MAX_RESENDS

  const resend = async () => {
    if (isUsedUp) {
      await toastError('Rate limit reached', LIMIT_TEXT)
      return
    }
    const supabase = await getSupabase()
    const { error } = await supabase.auth.resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: `${location.origin}/` },
    })
    if (error) {
      await toastError('Failed to resend email')
      return
    }
    const next = { email, sentAt: Date.now(), attempts: progress.attempts + 1 }
    keepProgress(next)
    setProgress(next)
    await toastSuccess('Email sent', 'Please check your inbox.')
  }

  return (
    <div className="page grid max-w-lg justify-items-center gap-4 py-20 text-center">
      <MailCheck aria-hidden size={44} className="text-link" />
      <h1 className="display text-4xl">Check Your Email</h1>
      <p className="text-soft">
        We sent a link to <strong className="text-ink wrap-break-word">{email}</strong>. Open it to
        confirm your address, and you are in.
      </p>
      {progress.attempts >= WARN_AFTER ? (
        <p role="status" className="rounded-control bg-marker px-3 py-2 text-sm text-on-marker">
          {isUsedUp ? LIMIT_TEXT : 'One resend is left. Please look into your spam folder as well.'}
        </p>
      ) : null}
      <Button disabled={wait > 0 || isUsedUp} onClick={() => void resend()}>
        {wait > 0 && !isUsedUp ? `Resend Email (${wait}s)` : 'Resend Email'}
      </Button>
      <Button look="quiet" onClick={onBack}>
        Back to Sign In
      </Button>
    </div>
  )
}
