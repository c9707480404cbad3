import { useEffect, useRef, useState } from 'react'
import { describeFailure, logFailure } from '../data/command-error.ts'
import { getSupabase } from '../session/session.ts'
import { FormError, InputField } from '../ui/forms/field.tsx'
import { SubmitButton } from '../ui/forms/form-panel.tsx'
import { isHash, type Verification, verifyLedger } from './verify-ledger.ts'
import * as ledgerWords from './words.ts'

type State =
  | { step: 'waiting'; failure?: string }
  | { step: 'running'; checked: number; all: number }
  | { step: 'done'; found: Verification }

/** Verifies the whole ledger in the browser. */
export function VerifyForm() {
  const [state, setState] = useState<State>({ step: 'waiting' })
  const [saved, setSaved] = useState('')
  const [isWrong, setWrong] = useState(false)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const verify = async (savedHash: string | undefined) => {
    const controller = new AbortController()
    running.current = controller
    setState({ step: 'running', checked: 0, all: 0 })
    try {
      const found = await verifyLedger({
        supabase: await getSupabase(),
        savedHash,
        onProgress: (checked, all) => setState({ step: 'running', checked, all }),
        signal: controller.signal,
      })
      setState({ step: 'done', found })
    } catch (error) {
      if (controller.signal.aborted) return
      logFailure(error)
      setState({ step: 'waiting', failure: describeFailure(error) })
    }
  }
  const submit = () => {
    const savedHash = saved.trim().toLowerCase()
    const isValid = savedHash === '' || isHash(savedHash)
    setWrong(!isValid)
    if (!isValid || state.step === 'running') return
    // Browsers have it only in secure contexts.
    if (!globalThis.crypto?.subtle) setState({ step: 'waiting', failure: ledgerWords.needsHttps })
    else void verify(savedHash || undefined)
  }
  const isRunning = state.step === 'running'
  return (
    <>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <InputField
          label={ledgerWords.savedLabel}
          error={isWrong ? ledgerWords.savedForm : undefined}
          value={saved}
          onChange={(event) => setSaved(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
        <div>
          <SubmitButton disabled={isRunning}>
            {isRunning ? ledgerWords.verifying : ledgerWords.verify}
          </SubmitButton>
        </div>
        <FormError message={state.step === 'waiting' ? state.failure : undefined} />
      </form>
      {state.step === 'running' ? <Progress {...state} /> : null}
      <div role="status" className="empty:absolute">
        {state.step === 'done' ? <Result found={state.found} /> : null}
      </div>
    </>
  )
}

const Progress = ({ checked, all }: { checked: number; all: number }) => (
  <div className="grid gap-1">
    <progress
      aria-label={ledgerWords.progress}
      value={checked}
      max={Math.max(all, 1)}
      className="w-full accent-ink"
    />
    <p className="text-sm text-soft tabular-nums">{ledgerWords.progressOf(checked, all)}</p>
  </div>
)

function Result({
  found: { events, checkpoints, lastHash, mismatch, hasSavedHash },
}: {
  found: Verification
}) {
  return (
    <div className="grid gap-2">
      {mismatch ? (
        <p className="font-semibold text-bad">
          {ledgerWords.mismatch[mismatch.about](mismatch.checkpoint)}
        </p>
      ) : lastHash ? (
        <>
          <p className="font-semibold text-good">{ledgerWords.sound(events, checkpoints)}</p>
          <p className="text-sm break-all">
            {ledgerWords.lastHash} <code>{lastHash}</code>
          </p>
        </>
      ) : (
        <p>{ledgerWords.nothingYet}</p>
      )}
      {hasSavedHash === null ? null : (
        <p className={`font-semibold ${hasSavedHash ? 'text-good' : 'text-bad'}`}>
          {hasSavedHash ? ledgerWords.savedFound : ledgerWords.savedMissing}
        </p>
      )}
    </div>
  )
}
