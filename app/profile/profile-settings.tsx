import { useOwnProfile } from '../people/own-profile.ts'
import { useMember } from '../session/signed-in.tsx'
import { TextButton } from '../ui/button.tsx'
import { FormSkeleton } from '../ui/feedback/skeleton.tsx'
import { Rich } from '../ui/format/rich-text.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/profile-settings'
import { AvatarSection } from './avatar-section.tsx'
import { PrivacySection } from './privacy-section.tsx'
import { ProfileForm } from './profile-form.tsx'
import * as profileWords from './words.ts'

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
    <div className="page grid max-w-3xl gap-8 py-8">
      <h1 className="display text-4xl">{profileWords.editTitle}</h1>
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
