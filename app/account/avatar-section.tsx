import { getSupabase } from '../data/session.ts'
import { removeOtherPictures, uploadPicture } from '../data/upload-picture.ts'
import { PICTURE_FAILURE } from '../data/words.ts'
import { displayName, type Profile } from '../people/profile.ts'
import { PictureField } from '../ui/picture-field.tsx'
import { toastSuccess } from '../ui/toast.ts'
import { refreshOwnProfile } from './own-profile.ts'
import { AVATAR } from './words/profile.ts'

export function AvatarSection({ profile }: { profile: Profile }) {
  const userId = profile.user_id
  const use = async (url: string | null) => {
    const supabase = await getSupabase()
    const { error, status } = await supabase
      .from('profiles')
      .update({ avatar_url: url })
      .eq('user_id', userId)
    if (status === 401) throw new Error(PICTURE_FAILURE.noUser)
    if (error) {
      throw new Error(error.code === '23514' ? AVATAR.invalid : PICTURE_FAILURE.notUploaded)
    }
    await refreshOwnProfile(userId)
    await removeOtherPictures('avatars', userId, url)
  }
  return (
    <section className="panel grid gap-4 p-6" aria-labelledby="picture">
      <h2 id="picture" className="display text-2xl">
        {AVATAR.title}
      </h2>
      <PictureField
        label={AVATAR.change}
        name={displayName(profile)}
        url={profile.avatar_url}
        onChoose={async (file) => {
          await use(await uploadPicture('avatars', userId, file))
          await toastSuccess(AVATAR.updated)
        }}
        onRemove={() => use(null)}
      />
    </section>
  )
}
