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
    username: text.trim().regex(/^[A-Za-z0-9_-]*$/, dataWords.invalidUsername),
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
