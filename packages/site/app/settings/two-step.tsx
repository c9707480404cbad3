import type { User } from '@supabase/supabase-js'
import { useEffect, useRef, useState } from 'react'
import { logFailure, requireCommandError } from '../data/command-error.ts'
import { IDENTITY } from '../shared/identity.ts'
import { codeFailure } from '../sign-in/auth-failures.ts'
import { isAboutProof, ProofStep, useProof } from '../sign-in/password/current-password.tsx'
import { CodeForm, SIX_DIGITS } from '../sign-in/second-factor/code-form.tsx'
import {
  cancelEnrolment,
  disableSecondFactor,
  type Enrolment,
  makeRecoveryCodes,
  sendCode,
  startEnrolment,
} from '../sign-in/second-factor/second-factor.ts'
import { Button } from '../ui/button.tsx'
import { toastError, toastSuccess } from '../ui/feedback/toast.ts'
import { Rich } from '../ui/format/rich-text.tsx'
import { linkTo } from '../ui/links.tsx'
import * as uiWords from '../ui/words.ts'
import * as settingsWords from './words.ts'

const grouped = (code: string) => code.match(/.{1,4}/g)?.join('-') ?? code

/** Shown once: the server stores only hashes of them. */
function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const download = () => {
    const text = `${settingsWords.recoveryCodesFile}\n\n${codes.map(grouped).join('\n')}\n`
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    link.download = `${IDENTITY.name.toLowerCase()}-recovery-codes.txt`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <div className="grid gap-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold">
        {settingsWords.recoveryCodesTitle}
      </h3>
      <p className="text-soft">{settingsWords.recoveryCodesText}</p>
      <ul className="grid gap-2 rounded-control bg-sunken p-4 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{grouped(code)}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={download}>{settingsWords.recoveryCodesDownload}</Button>
        <Button look="secondary" onClick={onDone}>
          {settingsWords.recoveryCodesDone}
        </Button>
      </div>
    </div>
  )
}

/** Turns two-step sign-in on and off. */
export function TwoStep({ user }: { user: User }) {
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [codes, setCodes] = useState<string[]>()
  const [isBusy, setBusy] = useState(false)
  const proof = useProof()
  const isOn = user.factors?.some(({ status }) => status === 'verified')
  const during = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await proof.attempt(work)
    } catch (error) {
      await toastError(uiWords.error, codeFailure(requireCommandError(error)))
    } finally {
      setBusy(false)
    }
  }
  const newCodes = async () => {
    try {
      setCodes(await makeRecoveryCodes())
    } catch (error) {
      if (isAboutProof(requireCommandError(error))) throw error
      logFailure(error)
      await toastError(uiWords.error, settingsWords.twoStepNoCodes)
    }
  }
  const confirm = async (code: string) => {
    if (enrolment) await sendCode(enrolment.factorId, code)
    setEnrolment(undefined)
    void toastSuccess(settingsWords.twoStepIsOn, settingsWords.changePasswordDoneMore)
    await newCodes()
  }
  const cancel = async () => {
    if (enrolment) await cancelEnrolment(enrolment)
    setEnrolment(undefined)
  }
  const end = async () => {
    await disableSecondFactor()
    setCodes(undefined)
    void toastSuccess(settingsWords.twoStepIsOff)
  }
  return (
    <>
      <p className="text-soft">{isOn ? settingsWords.twoStepOn : settingsWords.twoStepOff}</p>
      {codes ? <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} /> : null}
      {enrolment ? (
        <Enrol enrolment={enrolment} onCode={confirm} onCancel={() => void during(cancel)} />
      ) : null}
      {proof.pending ? (
        <ProofStep
          email={user.email ?? ''}
          onProved={() => proof.pending && during(proof.pending.run)}
          onCancel={proof.cancel}
        />
      ) : null}
      {isOn && !codes && !proof.pending ? (
        <div className="flex flex-wrap gap-3">
          <Button look="secondary" disabled={isBusy} onClick={() => void during(newCodes)}>
            {settingsWords.twoStepNewCodes}
          </Button>
          <Button look="danger" disabled={isBusy} onClick={() => void during(end)}>
            {settingsWords.twoStepTurnOff}
          </Button>
        </div>
      ) : null}
      {isOn || enrolment || codes || proof.pending ? null : (
        <div>
          <Button
            disabled={isBusy}
            onClick={() => void during(async () => setEnrolment(await startEnrolment()))}
          >
            {settingsWords.twoStepTurnOn}
          </Button>
        </div>
      )}
    </>
  )
}

interface EnrolProps {
  enrolment: Enrolment
  onCode: (code: string) => Promise<void>
  onCancel: () => void
}

function Enrol({ enrolment, onCode, onCancel }: EnrolProps) {
  return (
    <div className="grid gap-4">
      <ol className="grid list-decimal gap-3 pl-6">
        <li>
          {settingsWords.enrolScan}
          {/* In both themes dark on light, so that cameras can read the QR code. */}
          <img
            src={enrolment.qrCode}
            alt={settingsWords.enrolQrCode}
            width={192}
            height={192}
            className="mt-3 rounded-control bg-white p-2"
          />
          <code className="mt-3 block rounded-control bg-sunken p-3 font-mono text-sm wrap-anywhere">
            {enrolment.secret.match(/.{1,4}/g)?.join(' ')}
          </code>
          <Rich
            text={settingsWords.enrolSameDevice}
            parts={{
              link: linkTo(enrolment.uri),
            }}
          />
        </li>
        <li>{settingsWords.enrolEnter}</li>
      </ol>
      <CodeForm kind={SIX_DIGITS} action={settingsWords.enrolTurnOn} onCode={onCode}>
        <Button look="quiet" onClick={onCancel}>
          {uiWords.cancel}
        </Button>
      </CodeForm>
    </div>
  )
}
