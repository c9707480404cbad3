import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { sendCommand } from '../../data/command.ts'
import { requireCommandError } from '../../data/command-error.ts'
import type { CaseAppeal } from '../../data/rpc-results.ts'
import { readDraft } from '../../session/draft.ts'
import { getSupabase } from '../../session/session.ts'
import { useDraft } from '../../session/use-draft.ts'
import { SessionEnded } from '../../sign-in/session-ended.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { toastError } from '../../ui/feedback/toast.ts'
import { Field, TextArea } from '../../ui/forms/field.tsx'
import { FormPanel } from '../../ui/forms/form-panel.tsx'
import * as uiWords from '../../ui/words.ts'
import { refreshCases } from '../case/case.ts'
import { ExplanationHint } from './decision-fields.tsx'
import { appealSchema, countCharacters } from './decision-schema.ts'
import * as decideWords from './words.ts'

interface AppealFormProps {
  appeal: CaseAppeal
  userId: string
  /** The page of the case. */
  here: string
  onResolved: () => Promise<void>
}

const EMPTY = { outcome: '', explanation: '' }

/** The outcome of an open appeal. */
export function AppealForm({ appeal, userId, here, onResolved }: AppealFormProps) {
  const draft = `appeal decision.${appeal.number}`
  const [isSignedOut, setSignedOut] = useState(false)
  const form = useForm({
    resolver: zodResolver(appealSchema),
    defaultValues: readDraft(draft, userId, EMPTY) ?? EMPTY,
  })
  const { register, handleSubmit, watch, formState } = form
  const { errors, isSubmitting } = formState
  const removeDraft = useDraft(form, draft, userId)
  const send = handleSubmit(async (input) => {
    setSignedOut(false)
    const supabase = await getSupabase()
    try {
      const call = { appeal: appeal.number, ...input, explanation: input.explanation.trim() }
      await sendCommand(supabase.rpc('resolve_appeal', call))
    } catch (error) {
      const failure = requireCommandError(error)
      setSignedOut(failure.reason === 'signed-out')
      // Another moderator has resolved it, and the form disappears.
      if (failure.code === 'PT409' && failure.publicMessage) {
        await toastError(uiWords.error, failure.publicMessage)
        return refreshCases()
      }
      throw failure
    }
    removeDraft()
    await onResolved()
  })
  const outcomes = [
    ['upheld', decideWords.appealUpheld, decideWords.appealUpheldEffect],
    [
      'reversed',
      decideWords.appealReversed,
      appeal.revised_content ? decideWords.appealReversedRevised : decideWords.appealReversedEffect,
    ],
  ] as const
  return (
    <FormPanel onSubmit={send} className="grid gap-4 border-t border-line pt-4">
      {isSignedOut ? <SessionEnded next={here} /> : null}
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-medium">{decideWords.appealOutcome}</legend>
        {outcomes.map(([value, label, effect]) => (
          <label key={value} className="flex min-h-6 cursor-pointer items-start gap-3">
            <input
              type="radio"
              value={value}
              {...register('outcome')}
              className="mt-1 size-4 shrink-0 accent-ink"
            />
            <span>
              <span className="font-medium">{label}</span>
              <span className="block text-sm text-soft">{effect}</span>
            </span>
          </label>
        ))}
        {errors.outcome ? (
          <p role="alert" className="text-sm text-bad">
            {errors.outcome.message}
          </p>
        ) : null}
      </fieldset>
      <Field
        label={decideWords.explanation}
        error={errors.explanation?.message}
        hint={
          <ExplanationHint
            text={decideWords.appealExplanationHint}
            length={countCharacters(watch('explanation'))}
          />
        }
      >
        {(control) => <TextArea {...control} {...register('explanation')} rows={4} />}
      </Field>
      <div>
        <SubmitButton disabled={isSubmitting}>
          {isSubmitting ? uiWords.sending : decideWords.appealSend}
        </SubmitButton>
      </div>
    </FormPanel>
  )
}
