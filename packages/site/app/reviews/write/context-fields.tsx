import { useEffect, useState } from 'react'
import { type Control, Controller, type UseFormReturn } from 'react-hook-form'
import { fieldsOf } from '../../session/forms/use-command-form.tsx'
import { today } from '../../ui/format/day.ts'
import { InputField, SelectField } from '../../ui/forms/field.tsx'
import * as writeWords from '../words/write.ts'
import { CONTEXT_FIELDS, type ReviewInput, USES_MAX, VERSION_MAX } from './review-schema.ts'
import type { Uses } from './submit-review.ts'

interface ContextFieldsProps {
  form: UseFormReturn<ReviewInput>
  /** Those of the tool and of the review. */
  uses: Uses
}

/** The optional part of the review form: how the author uses the tool (spec 3 §3.2). */
export function ContextFields({ form, uses }: ContextFieldsProps) {
  const {
    control,
    formState: { errors, defaultValues, submitCount },
  } = form
  const field = fieldsOf(form)
  const isGiven = [...CONTEXT_FIELDS, 'used_for' as const].some(
    (name) => defaultValues?.[name]?.length,
  )
  const hasError = CONTEXT_FIELDS.some((name) => errors[name])
  const [isOpen, setOpen] = useState(isGiven)
  // An error in a closed section would be invisible. Once it is corrected, the section stays open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refused submission opens it again.
  useEffect(() => {
    if (hasError) setOpen(true)
  }, [hasError, submitCount])
  const toDayField = (name: 'used_from' | 'used_until', label: string) => (
    <InputField label={label} {...field(name)} type="date" max={today()} />
  )
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="border-t border-line pt-4"
    >
      <summary className="cursor-pointer font-medium">{writeWords.contextTitle}</summary>
      <p className="my-3 text-sm text-soft">{writeWords.contextText}</p>
      <div className="grid gap-4 md:grid-cols-2">
        <InputField
          label={writeWords.contextVersion}
          {...field('used_version')}
          maxLength={VERSION_MAX}
        />
        <SelectField
          label={writeWords.contextPlan}
          {...field('used_plan')}
          options={writeWords.PLANS}
        />
        {toDayField('used_from', writeWords.contextFrom)}
        {toDayField('used_until', writeWords.contextUntil)}
        <SelectField
          label={writeWords.contextRelationship}
          {...field('relationship')}
          options={writeWords.RELATIONSHIPS}
        />
        <SelectField
          label={writeWords.contextIncentive}
          {...field('incentive')}
          options={writeWords.INCENTIVES}
        />
      </div>
      {uses.length > 0 ? <UsesField control={control} uses={uses} /> : null}
    </details>
  )
}

/** What the author uses the tool for (spec 5 §1). */
const UsesField = ({ control, uses }: { control: Control<ReviewInput>; uses: Uses }) => (
  <Controller
    control={control}
    name="used_for"
    render={({ field: { value, onChange } }) => (
      <fieldset className="mt-4" aria-describedby="uses-hint">
        <legend className="text-sm font-medium">{writeWords.contextUses}</legend>
        <p id="uses-hint" className="text-sm text-soft">
          {writeWords.contextUsesHint(value.length, USES_MAX)}
        </p>
        <div className="mt-2 grid gap-x-4 sm:grid-cols-2">
          {uses.map(({ slug, name }) => (
            <label key={slug} className="inline-flex min-h-8 items-center gap-2">
              <input
                type="checkbox"
                className="size-4 shrink-0"
                checked={value.includes(slug)}
                disabled={value.length >= USES_MAX && !value.includes(slug)}
                onChange={({ target }) =>
                  onChange(
                    target.checked ? [...value, slug] : value.filter((chosen) => chosen !== slug),
                  )
                }
              />
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </label>
          ))}
        </div>
      </fieldset>
    )}
  />
)
