import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import type { Choice } from '../../data/rpc-results.ts'
import { fieldsOf } from '../../session/forms/use-command-form.tsx'
import type { SubjectType } from '../../shared/subjects.ts'
import { today } from '../../ui/format/day.ts'
import { InputField, SelectField, TextAreaField, UsedCharacters } from '../../ui/forms/field.tsx'
import * as caseWords from '../words/cases.ts'
import { REASONS } from '../words/reasons.ts'
import { canEnd, needsEnd, needsLaw, needsReason } from './choices.ts'

const EXPLANATION_MIN = 30
const EXPLANATION_MAX = 2000
const LAW_MAX = 500

export interface DecisionInput {
  /** Empty until one is chosen. */
  choice: Choice | ''
  reason: string
  explanation: string
  legal_basis: string
  /** A day as "yyyy-MM-dd", or empty. */
  expires_on: string
}

export const EMPTY_DECISION: DecisionInput = {
  choice: '',
  reason: '',
  explanation: '',
  legal_basis: '',
  expires_on: '',
}

/** The end of a UTC day, which the decision still covers. */
export const toEnd = (day: string): string => new Date(`${day}T23:59:59Z`).toISOString()

export const explanationSchema = z
  .string()
  .trim()
  .min(EXPLANATION_MIN, caseWords.explanationInvalid)
  .max(EXPLANATION_MAX, caseWords.explanationInvalid)

/** The rules of `moderate`, so that their messages appear at the fields. */
export const decisionSchema = z
  .object({
    choice: z.custom<Choice | ''>((value) => typeof value === 'string'),
    reason: z.string(),
    explanation: z.string(),
    legal_basis: z.string(),
    expires_on: z.string(),
  })
  .superRefine((input, context) => {
    const { choice, reason, explanation, legal_basis: law, expires_on: day } = input
    const refuse = (path: keyof DecisionInput, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (choice === '') return refuse('choice', caseWords.choiceRequired)
    if (needsReason(choice)) {
      if (reason === '') refuse('reason', caseWords.reasonRequired)
      if (needsLaw(reason) && law.trim() === '') refuse('legal_basis', caseWords.lawRequired)
    }
    const isGiven = explanation.trim() !== ''
    const isExplained = explanationSchema.safeParse(explanation).success
    if ((needsReason(choice) || isGiven) && !isExplained) {
      refuse('explanation', caseWords.explanationInvalid)
    }
    if (!canEnd(choice) || (day === '' && !needsEnd(choice))) return
    if (!day || !(Date.parse(`${day}T23:59:59Z`) > Date.now())) {
      refuse('expires_on', caseWords.endInPast)
    }
  })

export const appealSchema = z.object({
  outcome: z.string().min(1, caseWords.outcomeRequired),
  explanation: explanationSchema,
})

/** The subject in a call. */
export interface Subject {
  subject_type: SubjectType
  subject_id: string
}

/** The reasons that moderators choose from; `premoderation` is a rule's. */
const OPTIONS: readonly (readonly [string, string])[] = [
  ['', caseWords.reasonChoose],
  ...Object.entries(REASONS).filter(([reason]) => reason !== 'premoderation'),
]

interface DecisionFieldsProps {
  form: UseFormReturn<DecisionInput>
  hasReason: boolean
  /** Reason and explanation are needed only to decline. */
  isHeld: boolean
  end: 'optional' | 'required' | undefined
}

export function DecisionFields({ form, hasReason, isHeld, end }: DecisionFieldsProps) {
  const field = fieldsOf(form)
  const { watch } = form
  const [reason, explanation] = watch(['reason', 'explanation'])
  return (
    <>
      {hasReason ? (
        <SelectField
          label={isHeld ? caseWords.reasonOptional : caseWords.reason}
          {...field('reason')}
          options={OPTIONS}
        />
      ) : null}
      {hasReason && needsLaw(reason) ? (
        <InputField
          label={caseWords.law}
          {...field('legal_basis')}
          hint={caseWords.lawHint}
          maxLength={LAW_MAX}
          required
        />
      ) : null}
      <TextAreaField
        label={
          isHeld
            ? caseWords.explanationHeld
            : hasReason
              ? caseWords.explanation
              : caseWords.explanationOptional
        }
        {...field('explanation')}
        hint={<ExplanationHint hint={caseWords.explanationHint} text={explanation} />}
        rows={5}
      />
      {end ? (
        <InputField
          label={end === 'optional' ? caseWords.endOptional : caseWords.end}
          {...field('expires_on')}
          hint={end === 'optional' ? caseWords.endHint : undefined}
          type="date"
          min={today()}
        />
      ) : null}
    </>
  )
}

export function ExplanationHint({ hint, text }: { hint: string; text: string }) {
  return (
    <span className="flex flex-wrap justify-between gap-x-4">
      <span>{hint}</span>
      <UsedCharacters text={text.trim()} max={EXPLANATION_MAX} />
    </span>
  )
}
