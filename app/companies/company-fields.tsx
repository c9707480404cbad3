import type { UseFormReturn } from 'react-hook-form'
import { INDUSTRY_OPTIONS, SIZE_OPTIONS } from '../account/sign-up-rules.ts'
import { Field, Input, Select, TextArea } from '../ui/field.tsx'
import type { CompanyInput } from './company-schema.ts'

/** The fields of a company, for creating and for changing one. */
export function CompanyFields({ form }: { form: UseFormReturn<CompanyInput> }) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <Field label="Company name *" error={errors.name?.message}>
        {(control) => (
          <Input {...control} {...register('name')} required autoComplete="organization" />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Website" error={errors.website?.message}>
          {(control) => (
            <Input {...control} {...register('website')} type="url" placeholder="https://" />
          )}
        </Field>
        <Field label="Domain" error={errors.domain?.message}>
          {(control) => <Input {...control} {...register('domain')} placeholder="acme.com" />}
        </Field>
        <Field label="Size" error={errors.size?.message}>
          {(control) => <Select {...control} {...register('size')} options={SIZE_OPTIONS} />}
        </Field>
        <Field label="Industry" error={errors.industry?.message}>
          {(control) => (
            <Select {...control} {...register('industry')} options={INDUSTRY_OPTIONS} />
          )}
        </Field>
      </div>
      <Field label="Description" error={errors.description?.message}>
        {(control) => <TextArea {...control} {...register('description')} rows={4} />}
      </Field>
    </>
  )
}
