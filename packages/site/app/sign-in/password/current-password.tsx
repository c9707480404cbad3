import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { sendCommand } from '../../data/command.ts'
import { type CommandError, requireCommandError } from '../../data/command-error.ts'
import { queries, useRead } from '../../data/query.ts'
import { fieldsOf, useCommandForm } from '../../session/forms/use-command-form.tsx'
import { getSupabase } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { FormPanel, SubmitButton } from '../../ui/forms/form-panel.tsx'
import * as uiWords from '../../ui/words.ts'
import { accountFailure } from '../auth-failures.ts'
import * as signInWords from '../words.ts'
import { PasswordField } from './password-field.tsx'

/** The server's codes for a session that must prove itself again, and for a wrong password. */
const PROOF_CODES = new Set([
  'current_password_required',
  'current_password_invalid',
  'reauthentication_needed',
])

export const isAboutProof = ({ code = '' }: CommandError) => PROOF_CODES.has(code)

const toMessage = ({ code }: CommandError) =>
  code === 'current_password_invalid'
    ? signInWords.currentPasswordWrong
    : signInWords.currentPasswordNeeded

const KEY = ['needs-proof']

/** Whether the server asks this session for a proof. Other auth servers do not tell before a change. */
async function readNeedsProof(): Promise<boolean> {
  const { auth } = await getSupabase()
  const { user } = await sendCommand(auth.getUser())
  return (user as { reauthentication_needed?: unknown }).reauthentication_needed === true
}

/**
 * The field "Current password" of a form, if the server asks for it. It is no field of the form itself,
 * whose drafts are stored.
 */
export function useCurrentPassword(userId: string | undefined) {
  const { data: isAsked = false } = useRead([...KEY, userId], readNeedsProof, {
    enabled: userId !== undefined,
  })
  const [refusal, setRefusal] = useState<CommandError>()
  const form = useForm({ defaultValues: { current: '' } })
  const { setError, setFocus, reset } = form
  const isShown = isAsked || refusal !== undefined
  useEffect(() => {
    if (!refusal) return
    setError('current', { message: toMessage(refusal) })
    setFocus('current', { shouldSelect: true })
  }, [refusal, setError, setFocus])
  return {
    /** For `updateUser`. */
    getAttribute: () => {
      const { current } = form.getValues()
      return isShown && current ? { current_password: current } : {}
    },
    field: isShown ? (
      <PasswordField
        label={signInWords.currentPassword}
        {...fieldsOf(form)('current')}
        autoComplete="current-password"
      />
    ) : null,
    /** @returns whether the failure is shown at the field */
    show: (failure: CommandError): boolean => {
      if (!isAboutProof(failure)) return false
      setRefusal(failure)
      return true
    },
    /** The change was made, which proves the session for some minutes. */
    settle: () => {
      reset()
      setRefusal(undefined)
      void queries.invalidateQueries({ queryKey: KEY })
    },
  }
}

interface ProofStepProps {
  email: string
  onProved: () => unknown
  onCancel: () => void
}

/** Asks for the current password before a step that is no form. */
export function ProofStep({ email, onProved, onCancel }: ProofStepProps) {
  const { form, panel } = useCommandForm({
    empty: { current: '' },
    noticesSessionEnd: true,
    send: async ({ current }) => {
      const { auth } = await getSupabase()
      await sendCommand(auth.updateUser({ current_password: current }))
    },
    onSent: () => {
      void queries.invalidateQueries({ queryKey: KEY })
      return onProved()
    },
    onFailure: (failure, { setError }) => {
      const message = isAboutProof(failure) ? toMessage(failure) : accountFailure(failure)
      setError('current', { message }, { shouldFocus: true })
    },
  })
  const { setFocus } = form
  useEffect(() => setFocus('current'), [setFocus])
  return (
    <FormPanel {...panel} className="grid max-w-sm gap-4">
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={signInWords.currentPassword}
        hint={signInWords.currentPasswordWhy}
        {...fieldsOf(form)('current')}
        autoComplete="current-password"
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton sending={uiWords.sending}>{signInWords.currentPasswordGo}</SubmitButton>
        <Button look="quiet" onClick={onCancel}>
          {uiWords.cancel}
        </Button>
      </div>
    </FormPanel>
  )
}

/** Runs work, and remembers it if the server asks for a proof first. */
export function useProof() {
  const [pending, setPending] = useState<{ run: () => Promise<unknown> }>()
  return {
    pending,
    cancel: () => setPending(undefined),
    /** @throws {unknown} what the work throws for other reasons */
    attempt: async (run: () => Promise<unknown>): Promise<void> => {
      setPending(undefined)
      try {
        await run()
      } catch (error) {
        if (!isAboutProof(requireCommandError(error))) throw error
        setPending({ run })
      }
    },
  }
}
