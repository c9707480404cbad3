import type { User } from '@supabase/supabase-js'
import { useState } from 'react'
import { getSupabase } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { toastError, toastSuccess } from '../ui/toast.ts'
import { CodeForm, SIX_DIGITS } from './code-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import {
  type Enrolment,
  makeRecoveryCodes,
  sendCode,
  startEnrolment,
  turnOff,
} from './second-factor.ts'

/** A code from an authenticator app after the password: turned on here, and off. */
export function TwoStep({ user }: { user: User }) {
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [codes, setCodes] = useState<string[]>()
  const [isBusy, setBusy] = useState(false)
  const isOn = user.factors?.some(({ status }) => status === 'verified')
  const during = async (work: () => Promise<unknown>) => {
    setBusy(true)
    await work().catch((error: Error) => toastError('Error', error.message))
    setBusy(false)
  }
  const newCodes = async () => {
    const made = await makeRecoveryCodes()
    if (made.length > 0) setCodes(made)
    else await toastError('Error', 'No recovery codes could be made. Please try again.')
  }
  const confirm = async (code: string) => {
    const refusal = enrolment && (await sendCode(enrolment.factorId, code))
    if (refusal) return refusal
    setEnrolment(undefined)
    void toastSuccess('Two-step sign-in is on', 'Other devices have been signed out.')
    await newCodes()
    return undefined
  }
  const cancel = async () => {
    const { auth } = await getSupabase()
    if (enrolment) await auth.mfa.unenroll(enrolment)
    setEnrolment(undefined)
  }
  const end = async () => {
    const refusal = await turnOff()
    if (refusal) throw new Error(refusal)
    setCodes(undefined)
    void toastSuccess('Two-step sign-in is off')
  }
  return (
    <section className="panel grid gap-4 p-6" aria-labelledby="two-step">
      <h2 id="two-step" className="display text-2xl">
        Two-Step Sign-In
      </h2>
      <p className="text-soft">
        {isOn
          ? 'It is on: signing in asks for a code from your authenticator app as well.'
          : 'After the password, signing in asks for a code from an authenticator app on your phone as well.'}
      </p>
      {codes ? <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} /> : null}
      {enrolment ? (
        <Enrol enrolment={enrolment} onCode={confirm} onCancel={() => void during(cancel)} />
      ) : null}
      {isOn && !codes ? (
        <div className="flex flex-wrap gap-3">
          <Button look="secondary" disabled={isBusy} onClick={() => void during(newCodes)}>
            New recovery codes
          </Button>
          <Button look="danger" disabled={isBusy} onClick={() => void during(end)}>
            Turn off two-step sign-in
          </Button>
        </div>
      ) : null}
      {isOn || enrolment || codes ? null : (
        <div>
          <Button
            disabled={isBusy}
            onClick={() => void during(async () => setEnrolment(await startEnrolment()))}
          >
            Turn on two-step sign-in
          </Button>
        </div>
      )}
    </section>
  )
}

interface EnrolProps {
  enrolment: Enrolment
  onCode: (code: string) => Promise<string | undefined>
  onCancel: () => void
}

function Enrol({ enrolment, onCode, onCancel }: EnrolProps) {
  return (
    <div className="grid gap-4">
      <ol className="grid list-decimal gap-3 pl-5">
        <li>
          In your authenticator app, add an account and scan this code, or type the key below it:
          {/* A QR code is read by machines: dark on light, whatever the theme. */}
          <img
            src={enrolment.qrCode}
            alt="QR code of the key"
            width={192}
            height={192}
            className="mt-3 rounded-control bg-white p-2"
          />
          <code className="mt-3 block rounded-control bg-sunken p-3 font-mono text-sm wrap-break-word">
            {enrolment.secret.match(/.{1,4}/g)?.join(' ')}
          </code>
          Is the app on this device? Then{' '}
          <a href={enrolment.uri} className="text-link underline">
            open it with the key
          </a>
          .
        </li>
        <li>Enter the code that the app shows.</li>
      </ol>
      <CodeForm kind={SIX_DIGITS} action="Turn on" onCode={onCode}>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </CodeForm>
    </div>
  )
}
