import type { UseFormReturn } from 'react-hook-form'
import { today } from '../../ui/format/day.ts'
import { Field, Input, Select, TextArea } from '../../ui/forms/field.tsx'
import * as uiWords from '../../ui/words.ts'
import * as caseWords from '../words/cases.ts'
import { REASONS } from '../words/reasons.ts'
import { needsLaw } from './choices.ts'
import { countCharacters, type DecisionInput, EXPLANATION_MAX, LAW_MAX } from './decision-schema.ts'

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
  const { register, watch, formState } = form
  const { errors } = formState
  const [reason, explanation] = watch(['reason', 'explanation'])
  return (
    <>
      {hasReason ? (
        <Field
          label={isHeld ? caseWords.reasonOptional : caseWords.reason}
          error={errors.reason?.message}
        >
          {(control) => <Select {...control} {...register('reason')} options={OPTIONS} />}
        </Field>
      ) : null}
      {hasReason && needsLaw(reason) ? (
        <Field label={caseWords.law} error={errors.legal_basis?.message} hint={caseWords.lawHint}>
          {(control) => (
            <Input {...control} {...register('legal_basis')} maxLength={LAW_MAX} required />
          )}
        </Field>
      ) : null}
      <Field
        label={
          isHeld
            ? caseWords.explanationHeld
            : hasReason
              ? caseWords.explanation
              : caseWords.explanationOptional
        }
        error={errors.explanation?.message}
        hint={
          <ExplanationHint text={caseWords.explanationHint} length={countCharacters(explanation)} />
        }
      >
        {(control) => <TextArea {...control} {...register('explanation')} rows={5} />}
      </Field>
      {end ? (
        <Field
          label={end === 'optional' ? caseWords.endOptional : caseWords.end}
          error={errors.expires_on?.message}
          hint={end === 'optional' ? caseWords.endHint : undefined}
        >
          {(control) => (
            <Input {...control} {...register('expires_on')} type="date" min={today()} />
          )}
        </Field>
      ) : null}
    </>
  )
}

export function ExplanationHint({ text, length }: { text: string; length: number }) {
  return (
    <span className="flex flex-wrap justify-between gap-x-4">
      <span>{text}</span>
      <span className="tabular-nums">{uiWords.used(length, EXPLANATION_MAX)}</span>
    </span>
  )
}
