import { sendCommand } from '../data/command.ts'
import { describeAs, requireCommandError } from '../data/command-error.ts'
import {
  describePictureFailure,
  removeOtherPictures,
  toPublicUrl,
  uploadPicture,
} from '../data/upload-picture.ts'
import * as dataWords from '../data/words.ts'
import { refreshOwnProfile } from '../people/own-profile.ts'
import { type Profile, toDisplayName } from '../people/profile.ts'
import { getSupabase } from '../session/session.ts'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { PictureField } from '../ui/forms/picture-field.tsx'
import * as profileWords from './words.ts'

export function AvatarSection({ profile }: { profile: Profile }) {
  const userId = profile.user_id
  const save = async (url: string | null) => {
    await updateAvatar(userId, url)
    await refreshOwnProfile(userId)
    await removeOtherPictures('avatars', userId, url)
  }
  return (
    <section className="panel grid gap-4 p-6" aria-labelledby="picture">
      <h2 id="picture" className="display text-2xl">
        {profileWords.avatarTitle}
      </h2>
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
    </section>
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
