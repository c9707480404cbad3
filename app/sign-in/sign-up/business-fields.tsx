import type { UseFormReturn } from 'react-hook-form'
import * as fieldsWords from '../../people/words/fields.ts'
import { Field, Input, Select } from '../../ui/forms/field.tsx'
import type { SignUpInput } from './sign-up-schema.ts'

/** A business account's company, and the person's job there (spec 1 §2). */
export function BusinessFields({
  form: { register, formState },
}: {
  form: UseFormReturn<SignUpInput>
}) {
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="sr-only">{fieldsWords.workTitle}</legend>
      <Field label={fieldsWords.workName} error={formState.errors.company_name?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('company_name')}
            maxLength={100}
            autoComplete="organization"
          />
        )}
      </Field>
      <Field label={fieldsWords.workWebsite}>
        {(control) => (
          <Input {...control} {...register('company_website')} type="url" maxLength={255} />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={fieldsWords.workSize}>
          {(control) => (
            <Select {...control} {...register('company_size')} options={fieldsWords.SIZE_OPTIONS} />
          )}
        </Field>
        <Field label={fieldsWords.workIndustry}>
          {(control) => (
            <Select
              {...control}
              {...register('company_industry')}
              options={fieldsWords.INDUSTRY_OPTIONS}
            />
          )}
        </Field>
        <Field label={fieldsWords.workJob}>
          {(control) => (
            <Input
              {...control}
              {...register('job_title')}
              maxLength={100}
              autoComplete="organization-title"
            />
          )}
        </Field>
        <Field label={fieldsWords.workRole}>
          {(control) => (
            <Select {...control} {...register('user_role')} options={fieldsWords.ROLE_OPTIONS} />
          )}
        </Field>
      </div>
    </fieldset>
  )
}
