import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { requireCommandError } from '../../data/command-error.ts'
import type { CaseAuthor } from '../../data/rpc-results.ts'
import { usePageKeys } from '../../palette/shortcuts/page-keys.ts'
import { readDraft } from '../../session/draft.ts'
import { useDraft } from '../../session/use-draft.ts'
import { SessionEnded } from '../../sign-in/session-ended.tsx'
import { toastError } from '../../ui/feedback/toast.ts'
import { FormPanel } from '../../ui/forms/form-panel.tsx'
import * as uiWords from '../../ui/words.ts'
import { refreshCases } from '../case/case.ts'
import { toCasePath } from '../subject.ts'
import { ChoiceButtons, ChoiceField, focusChoice, toLabel } from './choice-field.tsx'
import { type Choice, type Choices, canEnd, needsReason } from './choices.ts'
import { DecisionFields } from './decision-fields.tsx'
import type { Decided } from './decision-note.tsx'
import {
  type DecisionInput,
  decisionSchema,
  EMPTY_DECISION,
  type Subject,
} from './decision-schema.ts'
import { type DoneSteps, sendDecision } from './send-decision.ts'
import * as decideWords from './words.ts'

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
  const draft = `decision.${subject.subject_type}.${subject.subject_id}`
  const [isSignedOut, setSignedOut] = useState(false)
  const done = useRef<DoneSteps>({})
  const form = useForm<DecisionInput>({
    resolver: zodResolver(decisionSchema),
    defaultValues: readDraft(draft, userId, EMPTY_DECISION) ?? EMPTY_DECISION,
  })
  const { handleSubmit, setError, setValue, watch, formState } = form
  const removeDraft = useDraft(form, draft, userId)
  const stored = watch('choice')
  // The state of the case may have changed since the draft.
  const chosen = stored !== '' && choices.includes(stored) ? stored : ''
  const choose = (choice: Choice) => setValue('choice', choice, { shouldDirty: true })

  const keys = useMemo(
    () =>
      choices.map((choice, index) => ({
        key: String(index + 1),
        label: decideWords.keyChoice(toLabel(choice, isHeld)),
        run: () => focusChoice(choice),
      })),
    [choices, isHeld],
  )
  usePageKeys(keys)

  const send = handleSubmit(async (input) => {
    setSignedOut(false)
    if (input.choice === '' || !choices.includes(input.choice)) {
      return setError('choice', { message: decideWords.choiceRequired })
    }
    let decided: Decided
    try {
      decided = await sendDecision(subject, author, input, done.current)
    } catch (error) {
      const failure = requireCommandError(error)
      setSignedOut(failure.reason === 'signed-out')
      // Somebody else has decided: the case shows it, and the form may disappear.
      if (failure.code === 'PT409' && failure.publicMessage) {
        await toastError(uiWords.error, failure.publicMessage)
        return refreshCases()
      }
      throw failure
    }
    removeDraft()
    await onDecided(decided)
  })

  const here = toCasePath(subject.subject_type, subject.subject_id)
  const { isSubmitting } = formState
  return (
    <FormPanel onSubmit={send}>
      <h2 className="display text-2xl">{decideWords.title}</h2>
      {isSignedOut ? <SessionEnded next={here} /> : null}
      {isHeld ? (
        <p className="text-sm text-soft">{decideWords.heldNote}</p>
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
