import { z } from 'zod'
import { sendCommand } from '../data/command.ts'
import { type CommandError, describeFailure } from '../data/command-error.ts'
import * as dataWords from '../data/words.ts'
import { refreshOwnProfile } from '../people/own-profile.ts'
import { PERSON_NAME, type Profile } from '../people/profile.ts'
import { useUsernameIsFree } from '../people/use-username-is-free.ts'
import * as peopleWords from '../people/words.ts'
import { describeChange } from '../session/forms/describe-post.ts'
import { fieldsOf, useCommandForm } from '../session/forms/use-command-form.tsx'
import { getSupabase } from '../session/session.ts'
import { isAreaOn } from '../shared/areas.ts'
import { LinkButton } from '../ui/button.tsx'
import { toastError, toastSuccess } from '../ui/feedback/toast.ts'
import { InputField, SelectField, TextAreaField, UsedCharacters } from '../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../ui/forms/form-panel.tsx'
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
const BIO_MAX = 500

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
    .regex(/^[A-Za-z0-9_-]*$/, dataWords.usernameRule),
  first_name: personName(peopleWords.firstName),
  last_name: personName(peopleWords.lastName),
  bio: text(BIO_MAX, peopleWords.bio),
  account_type: z.enum(['personal', 'business']),
  job_title: text(100, peopleWords.workJob),
  company_name: text(100, peopleWords.workName),
})

type ProfileInput = z.infer<typeof profileSchema>

const toFormValues = (profile: Profile): ProfileInput => ({
  username: profile.username,
  first_name: profile.first_name ?? '',
  last_name: profile.last_name ?? '',
  bio: profile.bio ?? '',
  account_type: profile.account_type === 'business' ? 'business' : 'personal',
  job_title: profile.job_title ?? '',
  company_name: profile.company_name ?? '',
})

/** @throws {CommandError} `conflict` if the username is taken */
async function updateProfile(
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

export function ProfileForm({ profile }: { profile: Profile }) {
  const userId = profile.user_id
  const { form, panel, removeDraft } = useCommandForm({
    schema: profileSchema,
    saved: toFormValues(profile),
    draft: 'profile',
    userId,
    noticesSessionEnd: true,
    send: (input) => updateProfile(userId, input),
    onSent: async ({ input }) => {
      await refreshOwnProfile(userId)
      void toastSuccess(
        profileWords.savedTitle,
        await describeChange('profiles', userId, input, profileWords.savedText),
      )
    },
    onFailure: (failure, { setError }) => {
      const [title, text] = describeSaveFailure(failure)
      if (failure.reason === 'conflict') {
        setError('username', { message: text }, { shouldFocus: true })
      }
      return toastError(title, text)
    },
    onInvalid: (problems) => {
      const messages = Object.values(problems).map((problem) => problem?.message)
      void toastError(profileWords.savedInvalid, messages.filter(Boolean).join(', '))
    },
  })
  const field = fieldsOf(form)
  const { watch, formState } = form
  const { errors } = formState
  const [username, bio] = watch(['username', 'bio'])
  const isFree = useUsernameIsFree(username)
  return (
    <FormPanel {...panel} title={profileWords.editInformation}>
      <InputField
        label={peopleWords.username}
        {...field('username')}
        hint={isFree && username !== profile.username ? peopleWords.free : undefined}
        error={
          errors.username?.message ?? (isFree === false ? profileWords.savedTakenMore : undefined)
        }
        autoComplete="username"
        required
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField
          label={peopleWords.firstName}
          {...field('first_name')}
          autoComplete="given-name"
        />
        <InputField
          label={peopleWords.lastName}
          {...field('last_name')}
          autoComplete="family-name"
        />
      </div>
      <TextAreaField
        label={peopleWords.bio}
        {...field('bio')}
        hint={<UsedCharacters text={bio} max={BIO_MAX} />}
        rows={4}
      />
      <h2 className="display mt-2 text-lg">{profileWords.editBusiness}</h2>
      {isAreaOn('companies') ? (
        <SelectField
          label={peopleWords.accountType}
          {...field('account_type')}
          options={peopleWords.ACCOUNT_TYPES}
        />
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField
          label={peopleWords.workJob}
          {...field('job_title')}
          autoComplete="organization-title"
        />
        <InputField
          label={peopleWords.company}
          {...field('company_name')}
          autoComplete="organization"
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <SubmitButton sending={uiWords.saving}>{uiWords.saveChanges}</SubmitButton>
        <LinkButton to="/" look="secondary" onClick={removeDraft}>
          {uiWords.cancel}
        </LinkButton>
      </div>
    </FormPanel>
  )
}
