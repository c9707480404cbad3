import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import * as dataWords from '../data/words.ts'
import * as peopleWords from '../people/words.ts'
import { urlSchema } from '../session/forms/field-schemas.ts'
import { fieldsOf } from '../session/forms/use-command-form.tsx'
import { InputField, SelectField, TextAreaField } from '../ui/forms/field.tsx'
import * as uiWords from '../ui/words.ts'
import type { Company } from './company.ts'
import * as companyWords from './words.ts'

/** The database's limits, in characters. */
const NAME_MAX = 100
const DESCRIPTION_MAX = 1000

export const companySchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, peopleWords.workNoName)
    .max(NAME_MAX, dataWords.tooLong(companyWords.nameLabel, NAME_MAX)),
  website: urlSchema.pipe(z.string().max(255, dataWords.addressTooLong)),
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .max(255, companyWords.domainTooLong)
    .regex(/^([a-z0-9]([a-z0-9.-]*[a-z0-9])?)?$/, companyWords.domainInvalid),
  size: z.string(),
  industry: z.string(),
  description: z
    .string()
    .trim()
    .max(DESCRIPTION_MAX, dataWords.tooLong(companyWords.descriptionLabel, DESCRIPTION_MAX)),
})

export type CompanyInput = z.infer<typeof companySchema>

export const EMPTY_COMPANY: CompanyInput = {
  name: '',
  website: '',
  domain: '',
  size: '',
  industry: '',
  description: '',
}

export const toFormValues = (company: Company): CompanyInput => ({
  name: company.name,
  website: company.website ?? '',
  domain: company.domain ?? '',
  size: company.size ?? '',
  industry: company.industry ?? '',
  description: company.description ?? '',
})

/** The row of the table: empty fields are null. */
export const toRow = ({ name, ...rest }: CompanyInput) => ({
  name,
  website: rest.website || null,
  domain: rest.domain || null,
  size: rest.size || null,
  industry: rest.industry || null,
  description: rest.description || null,
})

/** The form fields of a company. */
export function CompanyFields({ form }: { form: UseFormReturn<CompanyInput> }) {
  const field = fieldsOf(form)
  return (
    <>
      <InputField
        label={companyWords.fieldName}
        {...field('name')}
        required
        autoComplete="organization"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField
          label={companyWords.fieldWebsite}
          {...field('website')}
          type="url"
          placeholder={uiWords.webAddress}
        />
        <InputField
          label={companyWords.fieldDomain}
          {...field('domain')}
          placeholder={companyWords.fieldDomainPlaceholder}
        />
        <SelectField
          label={companyWords.fieldSize}
          {...field('size')}
          options={peopleWords.SIZE_OPTIONS}
        />
        <SelectField
          label={companyWords.fieldIndustry}
          {...field('industry')}
          options={peopleWords.INDUSTRY_OPTIONS}
        />
      </div>
      <TextAreaField label={companyWords.fieldDescription} {...field('description')} rows={4} />
    </>
  )
}
