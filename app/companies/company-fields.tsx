import type { UseFormReturn } from 'react-hook-form'
import * as peopleWords from '../people/words.ts'
import { Field, Input, Select, TextArea } from '../ui/forms/field.tsx'
import * as uiWords from '../ui/words.ts'
import type { CompanyInput } from './company-schema.ts'
import * as companyWords from './words.ts'

/** The form fields of a company. */
export function CompanyFields({ form }: { form: UseFormReturn<CompanyInput> }) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <Field label={companyWords.fieldName} error={errors.name?.message}>
        {(control) => (
          <Input {...control} {...register('name')} required autoComplete="organization" />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={companyWords.fieldWebsite} error={errors.website?.message}>
          {(control) => (
            <Input
              {...control}
              {...register('website')}
              type="url"
              placeholder={uiWords.webAddress}
            />
          )}
        </Field>
        <Field label={companyWords.fieldDomain} error={errors.domain?.message}>
          {(control) => (
            <Input
              {...control}
              {...register('domain')}
              placeholder={companyWords.fieldDomainPlaceholder}
            />
          )}
        </Field>
        <Field label={companyWords.fieldSize} error={errors.size?.message}>
          {(control) => (
            <Select {...control} {...register('size')} options={peopleWords.SIZE_OPTIONS} />
          )}
        </Field>
        <Field label={companyWords.fieldIndustry} error={errors.industry?.message}>
          {(control) => (
            <Select {...control} {...register('industry')} options={peopleWords.INDUSTRY_OPTIONS} />
          )}
        </Field>
      </div>
      <Field label={companyWords.fieldDescription} error={errors.description?.message}>
        {(control) => <TextArea {...control} {...register('description')} rows={4} />}
      </Field>
    </>
  )
}
