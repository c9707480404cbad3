import { z } from 'zod'
import { webAddress } from '../tools/tool-schema.ts'
import type { Company } from './company.ts'

/** What the database takes of a company. */
const NAME_MAX = 100
const DESCRIPTION_MAX = 1000

export const companySchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Company name is required')
    .max(NAME_MAX, `Name too long: ${NAME_MAX} characters at most`),
  website: webAddress.pipe(z.string().max(255, 'This address is too long')),
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .max(255, 'This domain is too long')
    .regex(/^([a-z0-9]([a-z0-9.-]*[a-z0-9])?)?$/, 'Please enter a domain, like acme.com'),
  size: z.string(),
  industry: z.string(),
  description: z
    .string()
    .trim()
    .max(DESCRIPTION_MAX, `Description too long: ${DESCRIPTION_MAX} characters at most`),
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
