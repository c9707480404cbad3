import { sendCommand } from '../../data/command.ts'
import type { CaseAppeal } from '../../data/rpc-results.ts'
import { useCommandForm } from '../../session/forms/use-command-form.tsx'
import { getSupabase } from '../../session/session.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/forms/field.tsx'
import { FormPanel } from '../../ui/forms/form-panel.tsx'
import * as uiWords from '../../ui/words.ts'
import { showOtherDecision } from '../case/case.ts'
import * as caseWords from '../words/cases.ts'
import { appealSchema, countCharacters, ExplanationHint } from './decision-fields.tsx'

interface AppealFormProps {
  appeal: CaseAppeal
  userId: string
  onResolved: () => Promise<void>
}

const EMPTY = { outcome: '', explanation: '' }

/** The outcome of an open appeal. */
export function AppealForm({ appeal, userId, onResolved }: AppealFormProps) {
  const { form, panel } = useCommandForm({
    schema: appealSchema,
    empty: EMPTY,
    draft: `appeal decision.${appeal.number}`,
    userId,
    noticesSessionEnd: true,
    send: async (input) => {
      const supabase = await getSupabase()
      const call = { appeal: appeal.number, ...input, explanation: input.explanation.trim() }
      await sendCommand(supabase.rpc('resolve_appeal', call))
    },
    onSent: onResolved,
    onFailure: showOtherDecision,
  })
  const { register, watch, formState } = form
  const { errors, isSubmitting } = formState
  const outcomes = [
    ['upheld', caseWords.appealUpheld, caseWords.appealUpheldEffect],
    [
      'reversed',
      caseWords.appealReversed,
      appeal.revised_content ? caseWords.appealReversedRevised : caseWords.appealReversedEffect,
    ],
  ] as const
  return (
    <FormPanel {...panel} className="grid gap-4 border-t border-line pt-4">
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-medium">{caseWords.appealOutcome}</legend>
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
        label={caseWords.explanation}
        error={errors.explanation?.message}
        hint={
          <ExplanationHint
            text={caseWords.appealExplanationHint}
            length={countCharacters(watch('explanation'))}
          />
        }
      >
        {(control) => <TextArea {...control} {...register('explanation')} rows={4} />}
      </Field>
      <div>
        <SubmitButton disabled={isSubmitting}>
          {isSubmitting ? uiWords.sending : caseWords.appealSend}
        </SubmitButton>
      </div>
    </FormPanel>
  )
}
