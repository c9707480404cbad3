import { z } from 'zod'
import { sendCommand } from '../data/command.ts'
import { type CommandError, describeFailure } from '../data/command-error.ts'
import * as dataWords from '../data/words.ts'
import { PERSON_NAME, type Profile } from '../people/profile.ts'
import * as peopleWords from '../people/words.ts'
import { getSupabase } from '../session/session.ts'
import * as uiWords from '../ui/words.ts'
import * as profileWords from './words.ts'

export type Visibility = (typeof profileWords.VISIBILITIES)[number]['value']

const ALWAYS = ['username', 'avatar_url'] as const
const NAMED = [...ALWAYS, 'first_name', 'last_name', 'bio'] as const
const WORKING = [...NAMED, 'job_title', 'company_name'] as const

export type VisibleField = (typeof WORKING)[number]

/** The fields that a viewer other than the owner sees. */
export function listVisibleFields(
  visibility: Visibility,
  viewer: 'visitor' | 'signed-in',
): readonly VisibleField[] {
  if (visibility === 'private') return ALWAYS
  return visibility === 'public' || viewer === 'signed-in' ? WORKING : NAMED
}

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
  text(50, name).pipe(z.string().regex(PERSON_NAME, peopleWords.nameInvalid(name)))

export const profileSchema = z.object({
  username: z
    .string()
    .trim()
    .min(1, peopleWords.usernameRequired)
    .max(50, dataWords.tooLong(peopleWords.username, 50))
    .regex(/^[A-Za-z0-9_-]*$/, dataWords.invalidUsername),
  first_name: personName(peopleWords.firstName),
  last_name: personName(peopleWords.lastName),
  bio: text(BIO_MAX, peopleWords.bio),
  account_type: z.enum(['personal', 'business']),
  job_title: text(100, peopleWords.workJob),
  company_name: text(100, peopleWords.workName),
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

/** @throws {CommandError} `conflict` if the username is taken */
export async function updateProfile(
  userId: string,
  { first_name, last_name, ...profile }: ProfileInput,
): Promise<void> {
  const profiles = (await getSupabase()).from('profiles')
  const row = { ...profile, first_name: first_name || null, last_name: last_name || null }
  await sendCommand(profiles.update(row).eq('user_id', userId).select('user_id').single())
}

/** Spec 1 §8: why the profile was not saved. */
export function describeSaveFailure(failure: CommandError): [title: string, text: string] {
  const { reason, publicMessage } = failure
  if (reason === 'conflict') return [profileWords.savedTaken, profileWords.savedTakenMore]
  if (reason === 'signed-out') return [uiWords.error, dataWords.pictureFailureNoUser]
  if (reason === 'offline' || reason === 'unexpected')
    return [uiWords.error, describeFailure(failure)]
  return publicMessage
    ? [profileWords.savedRefused, publicMessage]
    : [profileWords.savedFailed, profileWords.savedFailedMore]
}
