import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sendCommand } from '../data/command.ts'
import { describeAs, requireCommandError } from '../data/command-error.ts'
import { queries } from '../data/query.ts'
import * as dataWords from '../data/words.ts'
import { refreshOwnProfile, useOwnProfile } from '../people/own-profile.ts'
import { type Profile, toDisplayName } from '../people/profile.ts'
import { PictureField } from '../session/forms/picture-field.tsx'
import { getSupabase } from '../session/session.ts'
import { useMember } from '../session/signed-in.tsx'
import {
  describePictureFailure,
  removeOtherPictures,
  toPublicUrl,
  uploadPicture,
} from '../session/upload-picture.ts'
import { TextButton } from '../ui/button.tsx'
import { FormSkeleton } from '../ui/feedback/loading.tsx'
import { toastError, toastSuccess } from '../ui/feedback/toast.ts'
import { Rich } from '../ui/format/rich-text.tsx'
import { RadioCard } from '../ui/forms/radio-card.tsx'
import { DEBOUNCE_MS } from '../ui/forms/use-debounced.ts'
import { pageMeta } from '../ui/page-meta.ts'
import { Section } from '../ui/panels.tsx'
import * as uiWords from '../ui/words.ts'
import type { Route } from './+types/profile-settings'
import {
  listVisibleFields,
  ProfileForm,
  type Visibility,
  type VisibleField,
} from './profile-form.tsx'
import * as profileWords from './words.ts'

function AvatarSection({ profile }: { profile: Profile }) {
  const userId = profile.user_id
  const save = async (url: string | null) => {
    await updateAvatar(userId, url)
    await refreshOwnProfile(userId)
    await removeOtherPictures('avatars', userId, url)
  }
  return (
    <Section id="picture" title={profileWords.avatarTitle}>
      <PictureField
        label={profileWords.avatarChange}
        name={toDisplayName(profile)}
        url={profile.avatar_url}
        onChoose={async (file) => {
          await save(await toPublicUrl('avatars', await uploadPicture('avatars', userId, file)))
          await toastSuccess(profileWords.avatarUpdated)
        }}
        onRemove={() => save(null)}
      />
    </Section>
  )
}

/** The SQLSTATE of an address that is not the owner's upload. */
const CHECK_VIOLATION = '23514'

/** @throws {CommandError} with a public message */
async function updateAvatar(userId: string, avatar_url: string | null): Promise<void> {
  const profiles = (await getSupabase()).from('profiles')
  await sendCommand(profiles.update({ avatar_url }).eq('user_id', userId)).catch((error) => {
    if (requireCommandError(error).code === CHECK_VIOLATION)
      return describeAs(profileWords.avatarInvalid)(error)
    return describePictureFailure(dataWords.pictureFailureNotUploaded)(error)
  })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: profileWords.editPageTitle,
    description: profileWords.editDescription,
    noIndex: true,
  })

export default function ProfileSettings() {
  const { id: userId } = useMember()
  const { data: profile, isError, refetch } = useOwnProfile(userId)
  return (
    <div className="page column grid gap-6 py-6">
      <h1 className="display text-title">{profileWords.editTitle}</h1>
      {profile ? (
        <>
          <AvatarSection profile={profile} />
          <ProfileForm key={profile.user_id} profile={profile} />
          <PrivacySection profile={profile} />
        </>
      ) : isError ? (
        <p role="status" className="panel p-6 text-soft">
          <Rich
            text={profileWords.editFailed}
            parts={{
              again: (words) => <TextButton onClick={() => void refetch()}>{words}</TextButton>,
            }}
          />
        </p>
      ) : (
        <FormSkeleton fields={6} />
      )}
    </div>
  )
}

function PrivacySection({ profile }: { profile: Profile }) {
  const [chosen, setChosen] = useState(profile.profile_visibility as Visibility)
  const { mutate } = useMutation(
    {
      mutationFn: (visibility: Visibility) => saveVisibility(profile.user_id, visibility),
      // In sequence, so that the last choice is the one that is stored.
      scope: { id: 'visibility' },
      onSuccess: (_data, visibility) => {
        const title = profileWords.VISIBILITIES.find(({ value }) => value === visibility)?.title
        void toastSuccess(profileWords.privacySaved, title && profileWords.privacySavedMore(title))
      },
      onError: (_error, visibility) => {
        setChosen((now) => (now === visibility ? (profile.profile_visibility as Visibility) : now))
        void toastError(uiWords.error, profileWords.privacyFailed)
      },
    },
    queries,
  )
  const save = useDebouncedCallback(mutate)
  const choose = (visibility: Visibility) => {
    setChosen(visibility)
    save(visibility)
  }
  return (
    <Section id="privacy" title={profileWords.privacyTitle}>
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-sm font-medium">{profileWords.privacyVisibility}</legend>
        {profileWords.VISIBILITIES.map(({ value, title, text }) => (
          <RadioCard
            key={value}
            name="visibility"
            value={value}
            title={title}
            text={text}
            checked={chosen === value}
            onChange={() => choose(value)}
          />
        ))}
      </fieldset>
      <div>
        <h3 className="mb-2 font-semibold">{profileWords.privacySeen}</h3>
        <div className="grid gap-4 sm:grid-cols-2">
          <Seen
            title={profileWords.privacyVisitors}
            profile={profile}
            fields={listVisibleFields(chosen, 'visitor')}
          />
          <Seen
            title={profileWords.privacySignedIn}
            profile={profile}
            fields={listVisibleFields(chosen, 'signed-in')}
          />
        </div>
      </div>
    </Section>
  )
}

/** @throws {CommandError} */
async function saveVisibility(userId: string, visibility: Visibility): Promise<void> {
  const profiles = (await getSupabase()).from('profiles')
  const row = { profile_visibility: visibility, public_profile: visibility === 'public' }
  await sendCommand(profiles.update(row).eq('user_id', userId))
  await refreshOwnProfile(userId)
}

/** Acts on a choice after a pause, since arrow keys pass over others, or when the page is left. */
function useDebouncedCallback<T>(act: (choice: T) => void): (choice: T) => void {
  const waiting = useRef<{ timer: number; act: () => void }>(undefined)
  useEffect(() => () => waiting.current?.act(), [])
  return (choice) => {
    clearTimeout(waiting.current?.timer)
    const settle = () => {
      clearTimeout(waiting.current?.timer)
      waiting.current = undefined
      act(choice)
    }
    waiting.current = { timer: window.setTimeout(settle, DEBOUNCE_MS), act: settle }
  }
}

interface SeenProps {
  title: string
  profile: Profile
  fields: readonly VisibleField[]
}

function Seen({ title, profile, fields }: SeenProps) {
  return (
    <div className="min-w-0 border-t border-line pt-3">
      <h4 className="mb-2 text-sm font-medium">{title}</h4>
      <dl className="grid gap-1 text-sm">
        {(Object.keys(profileWords.SEEN_FIELDS) as VisibleField[]).map((field) => (
          <div key={field} className="flex justify-between gap-3">
            <dt className="text-soft">{profileWords.SEEN_FIELDS[field]}</dt>
            <dd className="min-w-0 truncate">
              {fields.includes(field) ? shown(field, profile) : profileWords.privacyHidden}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function shown(field: VisibleField, profile: Profile): string {
  if (field === 'avatar_url')
    return profile.avatar_url ? profileWords.privacyPicture : profileWords.privacyInitials
  return profile[field] || '–'
}
