import { z } from 'zod'
import * as dataWords from '../data/words.ts'
import * as peopleWords from '../people/words.ts'
import { urlSchema } from '../session/forms/field-schemas.ts'
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
