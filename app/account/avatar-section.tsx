import { getSupabase } from '../data/session.ts'
import { removeOtherPictures, uploadPicture } from '../data/upload-picture.ts'
import * as dataWords from '../data/words.ts'
import { displayName, type Profile } from '../people/profile.ts'
import { PictureField } from '../ui/picture-field.tsx'
import { toastSuccess } from '../ui/toast.ts'
import { refreshOwnProfile } from './own-profile.ts'
import * as profileWords from './words/profile.ts'

export function AvatarSection({ profile }: { profile: Profile }) {
  const userId = profile.user_id
  const use = async (url: string | null) => {
    const supabase = await getSupabase()
    const { error, status } = await supabase
      .from('profiles')
      .update({ avatar_url: url })
      .eq('user_id', userId)
    if (status === 401) throw new Error(dataWords.pictureFailureNoUser)
    if (error) {
      throw new Error(
        error.code === '23514' ? profileWords.avatarInvalid : dataWords.pictureFailureNotUploaded,
      )
    }
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
        name={displayName(profile)}
        url={profile.avatar_url}
        onChoose={async (file) => {
          await use(await uploadPicture('avatars', userId, file))
          await toastSuccess(profileWords.avatarUpdated)
        }}
        onRemove={() => use(null)}
      />
    </section>
  )
}
