import { z } from 'zod'
import { passwordProblems } from './password-rules.ts'

const text = z.string()
export const signUpSchema = z
  .object({
    account_type: z.enum(['personal', 'business']),
    first_name: text,
    last_name: text,
    username: text.regex(/^[A-Za-z0-9_-]*$/, 'Invalid username format'),
    email: text
      .trim()
      .min(1, 'Email is required')
      .pipe(z.email('Please provide a valid email address.')),
    password: text.min(1, 'Password is required').superRefine((password, context) => {
      if (password === '') return
      for (const message of passwordProblems(password))
        context.addIssue({ code: 'custom', message })
    }),
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
      message: 'Company name is required',
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
