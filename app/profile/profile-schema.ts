import { z } from 'zod'
import * as dataWords from '../data/words.ts'
import { PERSON_NAME, type Profile } from '../people/profile.ts'
import * as fieldsWords from '../people/words/fields.ts'

/** Spec 1 §5; the database holds the same limits. */
export const BIO_MAX = 500

/** Removes scripts with their content, and the tags and angle brackets of everything else. */
const removeMarkup = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll(/<(script|style)\b.*?<\/\1\s*>/gis, '')
    .replaceAll(/<\/?[a-z!][^<>]*>/gi, '')
    .replaceAll(/[<>]/g, '')
    .trim()

const text = (cap: number, name: string) =>
  z
    .string()
    .transform(removeMarkup)
    .pipe(z.string().max(cap, dataWords.tooLong(name, cap)))

const personName = (name: string) =>
  text(50, name).pipe(z.string().regex(PERSON_NAME, fieldsWords.nameInvalid(name)))

export const profileSchema = z.object({
  username: z
    .string()
    .trim()
    .min(1, fieldsWords.usernameRequired)
    .max(50, dataWords.tooLong(fieldsWords.username, 50))
    .regex(/^[A-Za-z0-9_-]*$/, dataWords.invalidUsername),
  first_name: personName(fieldsWords.firstName),
  last_name: personName(fieldsWords.lastName),
  bio: text(BIO_MAX, fieldsWords.bio),
  account_type: z.enum(['personal', 'business']),
  job_title: text(100, fieldsWords.workJob),
  company_name: text(100, fieldsWords.workName),
})

export type ProfileInput = z.infer<typeof profileSchema>

export const toFormValues = (profile: Profile): ProfileInput => ({
  username: profile.username,
  first_name: profile.first_name ?? '',
  last_name: profile.last_name ?? '',
  bio: profile.bio ?? '',
  account_type: profile.account_type === 'business' ? 'business' : 'personal',
  job_title: profile.job_title ?? '',
  company_name: profile.company_name ?? '',
})
