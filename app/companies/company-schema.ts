import { z } from 'zod'
import { WORK } from '../account/words/fields.ts'
import { tooLong } from '../data/words.ts'
import { webAddress } from '../tools/tool-schema.ts'
import { ADDRESS } from '../tools/words/adding.ts'
import type { Company } from './company.ts'
import { WRONG } from './words.ts'

/** What the database takes of a company. */
const NAME_MAX = 100
const DESCRIPTION_MAX = 1000

export const companySchema = z.object({
  name: z.string().trim().min(1, WORK.noName).max(NAME_MAX, tooLong(WRONG.name, NAME_MAX)),
  website: webAddress.pipe(z.string().max(255, ADDRESS.tooLong)),
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .max(255, WRONG.domainTooLong)
    .regex(/^([a-z0-9]([a-z0-9.-]*[a-z0-9])?)?$/, WRONG.domain),
  size: z.string(),
  industry: z.string(),
  description: z.string().trim().max(DESCRIPTION_MAX, tooLong(WRONG.description, DESCRIPTION_MAX)),
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

export const formOf = (company: Company): CompanyInput => ({
  name: company.name,
  website: company.website ?? '',
  domain: company.domain ?? '',
  size: company.size ?? '',
  industry: company.industry ?? '',
  description: company.description ?? '',
})

/** As the table takes it: what was left empty is null. */
export const rowOf = ({ name, ...rest }: CompanyInput) => ({
  name,
  website: rest.website || null,
  domain: rest.domain || null,
  size: rest.size || null,
  industry: rest.industry || null,
  description: rest.description || null,
})
