import { useId, useMemo, useRef } from 'react'
import type { Case, Choice } from '../../data/rpc-results.ts'
import { useCommandForm } from '../../session/forms/use-command-form.tsx'
import { usePageKeys } from '../../shortcuts/page-keys.ts'
import { Button } from '../../ui/button.tsx'
import { FormPanel, SubmitButton } from '../../ui/forms/form-panel.tsx'
import { CHOICE } from '../../ui/forms/radio-card.tsx'
import * as uiWords from '../../ui/words.ts'
import { showOtherDecision } from '../case.ts'
import * as caseWords from '../words/cases.ts'
import { canEnd, isHeld as isHeldCase, needsReason } from './choices.ts'
import { DecisionFields, decisionSchema, EMPTY_DECISION, type Subject } from './decision-fields.tsx'
import { type Decided, type DoneSteps, sendDecision } from './send-decision.tsx'

interface DecisionFormProps {
  subject: Subject
  found: Case
  userId: string
  /** Opens the next case. */
  onDecided: (decided: Decided) => Promise<void>
}

/** The decision about a case. Of a held post each choice is a button (spec 3 §1.4). */
export function DecisionForm({ subject, found, userId, onDecided }: DecisionFormProps) {
  const { choices } = found
  const author = found.content?.author ?? null
  const isHeld = isHeldCase(found)
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
        isSubmitting={formState.isSubmitting}
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

const toLabel = (choice: Choice, isHeld: boolean): string =>
  (isHeld ? caseWords.HELD[choice] : undefined) ?? caseWords.CHOICES[choice][0]

/** The id of the radio button, or of a held post's button. */
const toChoiceId = (choice: Choice) => `decide-${choice}`

/** Moves the focus to a choice. A radio button is chosen, and a held post's button still has to be pressed. */
function focusChoice(choice: Choice): void {
  const control = document.getElementById(toChoiceId(choice))
  control?.focus()
  if (control instanceof HTMLInputElement) control.click()
}

interface ChoiceFieldProps {
  choices: readonly Choice[]
  chosen: Choice | ''
  onChoose: (choice: Choice) => void
  error: string | undefined
}

/** A radio button per choice. */
function ChoiceField({ choices, chosen, onChoose, error }: ChoiceFieldProps) {
  const id = useId()
  return (
    <fieldset className="grid gap-2" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="sr-only">{caseWords.decideTitle}</legend>
      {choices.map((choice, index) => (
        <label
          key={choice}
          className={`flex min-h-11 items-start gap-3 border-line px-3 py-2 hover:border-edge ${CHOICE}`}
        >
          <input
            id={toChoiceId(choice)}
            type="radio"
            name={id}
            checked={chosen === choice}
            onChange={() => onChoose(choice)}
            aria-describedby={`${id}-${choice}`}
            className="mt-1 size-4 shrink-0 accent-ink outline-none"
          />
          <span className="min-w-0 flex-1">
            <span className="font-medium">{toLabel(choice, false)}</span>
            <span id={`${id}-${choice}`} className="block text-sm text-soft">
              {caseWords.CHOICES[choice][1]}
            </span>
          </span>
          <KeyHint number={index + 1} />
        </label>
      ))}
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-sm text-bad">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

const KeyHint = ({ number }: { number: number }) => (
  <kbd
    aria-hidden
    className="grid min-w-6 place-items-center rounded border border-edge bg-card px-1 font-sans text-xs text-soft max-sm:hidden"
  >
    {number}
  </kbd>
)

interface ChoiceButtonsProps {
  choices: readonly Choice[]
  chosen: Choice | ''
  isHeld: boolean
  isSubmitting: boolean
  onChoose: (choice: Choice) => void
}

/** The button that sends the decision; of a held post a button for each choice. */
function ChoiceButtons({ choices, chosen, isHeld, isSubmitting, onChoose }: ChoiceButtonsProps) {
  if (!isHeld) {
    return (
      <div>
        <SubmitButton sending={uiWords.sending} className="max-sm:w-full">
          {chosen === '' ? caseWords.sendNothing : caseWords.send(toLabel(chosen, false))}
        </SubmitButton>
      </div>
    )
  }
  return (
    <div className="flex flex-wrap gap-3 max-sm:*:w-full">
      {choices.map((choice, index) => (
        <Button
          key={choice}
          id={toChoiceId(choice)}
          type="submit"
          look={choice.startsWith('remove') ? 'danger' : index === 0 ? 'primary' : 'secondary'}
          disabled={isSubmitting}
          // Before the form is sent with this choice.
          onClick={() => onChoose(choice)}
        >
          {toLabel(choice, true)}
        </Button>
      ))}
    </div>
  )
}
