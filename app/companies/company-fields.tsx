import type { UseFormReturn } from 'react-hook-form'
import { INDUSTRY_OPTIONS, SIZE_OPTIONS } from '../account/words/fields.ts'
import { Field, Input, Select, TextArea } from '../ui/field.tsx'
import { COMMON } from '../ui/words.ts'
import type { CompanyInput } from './company-schema.ts'
import { FIELD } from './words.ts'

/** The fields of a company, for creating and for changing one. */
export function CompanyFields({ form }: { form: UseFormReturn<CompanyInput> }) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <Field label={FIELD.name} error={errors.name?.message}>
        {(control) => (
          <Input {...control} {...register('name')} required autoComplete="organization" />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={FIELD.website} error={errors.website?.message}>
          {(control) => (
            <Input
              {...control}
              {...register('website')}
              type="url"
              placeholder={COMMON.webAddress}
            />
          )}
        </Field>
        <Field label={FIELD.domain} error={errors.domain?.message}>
          {(control) => (
            <Input {...control} {...register('domain')} placeholder={FIELD.domainPlaceholder} />
          )}
        </Field>
        <Field label={FIELD.size} error={errors.size?.message}>
          {(control) => <Select {...control} {...register('size')} options={SIZE_OPTIONS} />}
        </Field>
        <Field label={FIELD.industry} error={errors.industry?.message}>
          {(control) => (
            <Select {...control} {...register('industry')} options={INDUSTRY_OPTIONS} />
          )}
        </Field>
      </div>
      <Field label={FIELD.description} error={errors.description?.message}>
        {(control) => <TextArea {...control} {...register('description')} rows={4} />}
      </Field>
    </>
  )
}
