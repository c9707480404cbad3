import { z } from 'zod'
import type { Profile } from '../people/profile.ts'

/** Spec 1 §5; the database holds the same limits. */
export const BIO_MAX = 500

/** Scripts go with their content, other tags and stray angle brackets go alone. */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll(/<(script|style)\b.*?<\/\1\s*>/gis, '')
    .replaceAll(/<\/?[a-z!][^<>]*>/gi, '')
    .replaceAll(/[<>]/g, '')
    .trim()

const text = (cap: number, name: string) =>
  z
    .string()
    .transform(plain)
    .pipe(z.string().max(cap, `${name} too long: ${cap} characters at most`))

/** One letter is one sign, however a keyboard composed it; some letters have marks of their own. */
const personName = (name: string) =>
  text(50, name).pipe(
    z
      .string()
      .regex(
        /^(?:[\p{Alphabetic} '’-]|[\u0300-\u036f])*$/u,
        `${name} may only contain letters, spaces, hyphens and apostrophes`,
      ),
  )

export const profileSchema = z.object({
  username: z
    .string()
    .trim()
    .min(1, 'Username is required')
    .max(50, 'Username too long: 50 characters at most')
    .regex(/^[A-Za-z0-9_-]*$/, 'Invalid username format'),
  first_name: personName('First name'),
  last_name: personName('Last name'),
  bio: text(BIO_MAX, 'Bio'),
  account_type: z.enum(['personal', 'business']),
  job_title: text(100, 'Job title'),
  company_name: text(100, 'Company name'),
})

export type ProfileInput = z.infer<typeof profileSchema>

export const formOf = (profile: Profile): ProfileInput => ({
  username: profile.username,
  first_name: profile.first_name ?? '',
  last_name: profile.last_name ?? '',
  bio: profile.bio ?? '',
  account_type: profile.account_type === 'business' ? 'business' : 'personal',
  job_title: profile.job_title ?? '',
  company_name: profile.company_name ?? '',
})
