import { BadgeCheck } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ReportLink } from '../../ui/links/report-link.tsx'
import { FollowButton } from '../follow/follow-button.tsx'
import { type Profile, type Stats, toDisplayName } from '../profile.ts'
import * as personWords from '../words/person.ts'
import { listBadges } from './trust-score.ts'
import * as profileWords from './words.ts'

export function ProfileHeader({ profile, stats }: { profile: Profile; stats: Stats | null }) {
  const name = toDisplayName(profile)
  const work = personWords.workAt(profile.job_title, profile.company_name)
  return (
    <header className="panel flex flex-wrap items-start gap-5 p-6">
      <Avatar name={name} url={profile.avatar_url} size={88} />
      <div className="min-w-0 flex-1 basis-56">
        <h1 className="display text-4xl hyphens-auto wrap-anywhere">{name}</h1>
        <p className="text-soft hyphens-auto wrap-anywhere">
          {personWords.handle(profile.username)}
        </p>
        {work ? <p className="mt-1 wrap-anywhere">{work}</p> : null}
        {stats && listBadges(stats).length > 0 ? (
          <ul className="mt-2 flex flex-wrap gap-2">
            {listBadges(stats).map((label) => (
              <li key={label}>
                <Badge look="marked">
                  <BadgeCheck aria-hidden size={13} /> {label}
                </Badge>
              </li>
            ))}
          </ul>
        ) : null}
        {profile.bio ? (
          <p className="mt-3 max-w-prose whitespace-pre-line wrap-anywhere">{profile.bio}</p>
        ) : null}
        <p className="mt-3 flex flex-wrap items-center gap-x-4 text-sm text-soft">
          <span>{profileWords.memberSince(profile.created_at)}</span>
          <ReportLink type="profile" id={profile.user_id} name={name} />
        </p>
        {profile.profile_visibility === 'private' ? (
          <p className="mt-2 text-sm text-soft">{profileWords.isPrivate}</p>
        ) : null}
      </div>
      <FollowButton target={{ kind: 'user', id: profile.user_id, name }} />
    </header>
  )
}
