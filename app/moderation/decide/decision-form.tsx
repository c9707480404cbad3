import { useMemo, useRef } from 'react'
import type { CaseAuthor } from '../../data/rpc-results.ts'
import { usePageKeys } from '../../palette/shortcuts/page-keys.ts'
import { useCommandForm } from '../../session/forms/use-command-form.tsx'
import { FormPanel } from '../../ui/forms/form-panel.tsx'
import { showOtherDecision } from '../case/case.ts'
import * as caseWords from '../words/cases.ts'
import { ChoiceButtons, ChoiceField, focusChoice, toLabel } from './choice-field.tsx'
import { type Choice, type Choices, canEnd, needsReason } from './choices.ts'
import { DecisionFields } from './decision-fields.tsx'
import type { Decided } from './decision-note.tsx'
import { decisionSchema, EMPTY_DECISION, type Subject } from './decision-schema.ts'
import { type DoneSteps, sendDecision } from './send-decision.ts'

interface DecisionFormProps {
  subject: Subject
  author: CaseAuthor | null
  available: Choices
  userId: string
  /** Opens the next case. */
  onDecided: (decided: Decided) => Promise<void>
}

/** The decision about a case. Of a held post each choice is a button (spec 3 §1.4). */
export function DecisionForm({ subject, author, available, userId, onDecided }: DecisionFormProps) {
  const { choices, isHeld } = available
  const done = useRef<DoneSteps>({})
  const { form, panel } = useCommandForm({
    schema: decisionSchema.refine(({ choice }) => choices.some((each) => each === choice), {
      path: ['choice'],
      message: caseWords.choiceRequired,
    }),
    empty: EMPTY_DECISION,
    draft: `decision.${subject.subject_type}.${subject.subject_id}`,
    userId,
    noticesSessionEnd: true,
    send: (input) => sendDecision(subject, author, input, done.current),
    onSent: ({ result }) => onDecided(result),
    onFailure: showOtherDecision,
  })
  const { setValue, watch, formState } = form
  const stored = watch('choice')
  // The state of the case may have changed since the draft.
  const chosen = stored !== '' && choices.includes(stored) ? stored : ''
  const choose = (choice: Choice) => setValue('choice', choice, { shouldDirty: true })

  const keys = useMemo(
    () =>
      choices.map((choice, index) => ({
        key: String(index + 1),
        label: caseWords.keyChoice(toLabel(choice, isHeld)),
        run: () => focusChoice(choice),
      })),
    [choices, isHeld],
  )
  usePageKeys(keys)

  const { isSubmitting } = formState
  return (
    <FormPanel {...panel} title={caseWords.decideTitle}>
      {isHeld ? (
        <p className="text-sm text-soft">{caseWords.heldNote}</p>
      ) : (
        <ChoiceField
          choices={choices}
          chosen={chosen}
          onChoose={choose}
          error={formState.errors.choice?.message}
        />
      )}
      {chosen !== '' || isHeld ? (
        <DecisionFields
          form={form}
          hasReason={isHeld || (chosen !== '' && needsReason(chosen))}
          isHeld={isHeld}
          end={toEndField(chosen, isHeld, choices)}
        />
      ) : null}
      <ChoiceButtons
        choices={choices}
        chosen={chosen}
        isHeld={isHeld}
        isSubmitting={isSubmitting}
        onChoose={choose}
      />
    </FormPanel>
  )
}

function toEndField(chosen: Choice | '', isHeld: boolean, choices: readonly Choice[]) {
  if (isHeld) return choices.includes('remove_and_suspend') ? 'optional' : undefined
  if (chosen === '' || !canEnd(chosen)) return undefined
  return chosen === 'suspend' ? 'optional' : 'required'
}
