import { z } from 'zod'
import * as dataWords from '../../data/words.ts'
import { PERSON_NAME } from '../../people/profile.ts'
import * as peopleWords from '../../people/words.ts'
import { emailSchema } from '../../session/forms/field-schemas.ts'
import { findPasswordProblems } from '../../shared/password-rules.ts'
import { passwordSchema } from '../password/password-field.tsx'
import * as signInWords from '../words.ts'

const text = z.string()

/** The sign-up removes angle brackets (spec 1 §5). Other characters are refused, not removed. */
const personName = (field: string) =>
  text.refine(
    (name) => PERSON_NAME.test(name.normalize('NFC').replaceAll(/[<>]/g, '')),
    peopleWords.nameInvalid(field),
  )

export const signUpSchema = z
  .object({
    account_type: z.enum(['personal', 'business']),
    first_name: personName(peopleWords.firstName),
    last_name: personName(peopleWords.lastName),
    username: text.trim().regex(/^[A-Za-z0-9_-]*$/, dataWords.usernameRule),
    email: emailSchema,
    // PasswordStrength lists each broken rule below the field.
    password: passwordSchema.refine(
      (password) => password === '' || findPasswordProblems(password).length === 0,
      signInWords.passwordUnfit,
    ),
    company_name: text,
    company_website: text,
    company_size: text,
    company_industry: text,
    job_title: text,
    user_role: text,
  })
  .refine(
    ({ account_type, company_name }) => account_type === 'personal' || company_name.trim() !== '',
    {
      path: ['company_name'],
      message: peopleWords.workNoName,
    },
  )

export type SignUpInput = z.infer<typeof signUpSchema>

export const EMPTY_SIGN_UP: SignUpInput = {
  account_type: 'personal',
  first_name: '',
  last_name: '',
  username: '',
  email: '',
  password: '',
  company_name: '',
  company_website: '',
  company_size: '',
  company_industry: '',
  job_title: '',
  user_role: 'member',
}

/** Spec 1 §5: caps of the sign-up's text inputs, in characters. */
const CAPS = {
  username: 50,
  first_name: 50,
  last_name: 50,
  company_name: 100,
  job_title: 100,
  company_industry: 100,
  company_website: 255,
  company_size: 20,
} as const

const PERMITTED_ROLES = ['member', 'admin', 'manager', 'developer']
const FREE_MAIL = ['gmail', 'yahoo', 'hotmail', 'outlook', 'icloud']

/** Composes letters (NFC), removes angle brackets, trims and truncates. */
function sanitizeText(text: string, cap: number): string {
  return text.normalize('NFC').replaceAll(/[<>]/g, '').trim().slice(0, cap).trim()
}

/** The metadata of a sign-up; the database sanitizes it again. */
export function toSignUpMetadata(fields: Record<string, string>): Record<string, string> {
  const texts = Object.entries(CAPS).map(([name, cap]) => [
    name,
    sanitizeText(fields[name] ?? '', cap),
  ])
  const role = fields.user_role ?? ''
  return {
    ...Object.fromEntries(texts.filter(([, text]) => text !== '')),
    account_type: fields.account_type === 'business' ? 'business' : 'personal',
    user_role: PERMITTED_ROLES.includes(role) ? role : 'member',
  }
}

interface Company {
  name: string
  website: string
}

/**
 * The company that the domain of a work address names.
 * @returns undefined for free-mail domains and for an incomplete address
 */
export function suggestCompany(email: string): Company | undefined {
  const domain = /^[^@\s]+@([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i.exec(email.trim())?.[1]?.toLowerCase()
  const [label = ''] = domain?.split('.') ?? []
  if (!domain || FREE_MAIL.includes(label)) return undefined
  return { name: label.charAt(0).toUpperCase() + label.slice(1), website: `https://${domain}` }
}

/**
 * Fills fields that are empty or hold the previous suggestion; it never replaces typed text.
 * @param company of the current address
 * @param before the previous suggestion
 */
export function fillCompanyFields(
  fields: { company_name: string; company_website: string },
  company: Company | undefined,
  before: Company | undefined,
): { company_name: string; company_website: string } {
  const removeSuggestion = (text: string, suggestion = '') => (text === suggestion ? '' : text)
  return {
    company_name: removeSuggestion(fields.company_name, before?.name) || (company?.name ?? ''),
    company_website:
      removeSuggestion(fields.company_website, before?.website) || (company?.website ?? ''),
  }
}
