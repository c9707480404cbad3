import { BadgeCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useRouteLoaderData } from 'react-router'
import { logFailure } from '../../data/command-error.ts'
import { readSection, siteContext } from '../../data/site.ts'
import type { loader as rootLoader } from '../../root.tsx'
import { getReader, getSupabase, useSession } from '../../session/session.ts'
import { useAsViewer } from '../../session/use-as-viewer.ts'
import { readCursor } from '../../shared/parameters.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { SectionFailure } from '../../ui/feedback/section-failure.tsx'
import { ReportLink } from '../../ui/links.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { FollowButton } from '../follow/follow-button.tsx'
import {
  type Profile,
  readActivities,
  readProfileByName,
  readStats,
  type Stats,
  toDisplayName,
} from '../profile.ts'
import { ProfileNotShown, requireProfile } from '../require-profile.tsx'
import * as peopleWords from '../words.ts'
import type { Route } from './+types/public-profile'
import { ActivityList } from './activity-list.tsx'
import { ProfileReviews, readReviewsBy } from './profile-reviews.tsx'
import { listBadges, StatsBlock, TrustCard } from './trust-card.tsx'

/** Spec 1 §9. */
const ACTIVITIES_SHOWN = 5

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const profile = await requireProfile(site, params.username)
  const after = readCursor(new URL(request.url).searchParams)
  const isPrivate = profile.profile_visibility === 'private'
  const [stats, activities, reviews] = await Promise.all([
    readSection(site, readStats(site, profile.user_id)),
    readSection(site, readActivities(site, profile.user_id, ACTIVITIES_SHOWN)),
    isPrivate ? null : readSection(site, readReviewsBy(site, profile.user_id, after)),
  ])
  return { profile, stats, activities, reviews }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? pageMeta(matches, {
        title: toDisplayName(loaderData.profile),
        description:
          loaderData.profile.bio ||
          peopleWords.publicProfileDescription(toDisplayName(loaderData.profile)),
        path: `/user/${loaderData.profile.username}`,
        noIndex: loaderData.profile.profile_visibility !== 'public',
        ...(loaderData.profile.profile_visibility === 'private'
          ? {}
          : { feed: `/user/${loaderData.profile.username}/reviews` }),
      })
    : pageMeta(matches, {
        title: peopleWords.missingTitle,
        description: peopleWords.missingDescription,
        noIndex: true,
      })

export default function PublicProfile({ loaderData }: Route.ComponentProps) {
  const { username, user_id } = loaderData.profile
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const { user } = useSession()
  const profile =
    useAsViewer(['profile', username], loaderData.profile, async () =>
      readProfileByName(await getReader(), username),
    ) ?? loaderData.profile
  const stats = useAsViewer(['stats', user_id], loaderData.stats, async () =>
    readStats(await getReader(), user_id),
  )
  const activities = useAsViewer(['activities', user_id], loaderData.activities, async () =>
    readActivities(await getReader(), user_id, ACTIVITIES_SHOWN),
  )
  // Those of a private person are shown to that person alone.
  const reviews = useAsViewer(['reviews of', user_id], loaderData.reviews, async () =>
    loaderData.reviews === null && user?.id === user_id
      ? readReviewsBy(await getReader(), user_id, null)
      : loaderData.reviews,
  )
  useProfileView(user_id)
  const of = profile.profile_visibility === 'private' ? undefined : username
  // Stats and activities have the same visibility.
  const isHidden = profile.profile_visibility === 'private' && stats === null
  const activity = (
    <section className="p-4" aria-labelledby="activity">
      <h2 id="activity" className="mb-3 font-semibold">
        {peopleWords.activityTitle}
      </h2>
      {activities === undefined ? (
        <SectionFailure />
      ) : activities.length > 0 ? (
        <ActivityList activities={activities} />
      ) : (
        <div>
          <p>{peopleWords.activityNone}</p>
          <p className="text-sm text-soft">
            {isHidden ? peopleWords.activityHidden : peopleWords.activityNoneYet}
          </p>
        </div>
      )}
    </section>
  )
  return (
    <div
      className={`page grid gap-6 py-6 ${stats ? 'lg:grid-cols-[minmax(0,45rem)_minmax(18rem,1fr)]' : 'column'}`}
    >
      <div className="grid content-start gap-6">
        <ProfileHeader profile={profile} stats={stats ?? null} />
        {stats === undefined ? <SectionFailure /> : null}
        {reviews === undefined ? <SectionFailure /> : null}
        {reviews ? <ProfileReviews key={reviews.next} userId={user_id} page={reviews} /> : null}
        {stats ? null : <div className="panel">{activity}</div>}
      </div>
      {stats ? (
        <aside aria-label={peopleWords.standing} className="panel divide-y divide-line self-start">
          <StatsBlock stats={stats} username={username} of={of} />
          <TrustCard stats={stats} isSample={root?.hasDemoContent ?? false} of={of} />
          {activity}
        </aside>
      ) : null}
    </div>
  )
}

export const ErrorBoundary = ProfileNotShown

/** Counts a member's view of another profile; the database counts at most one a day. */
function useProfileView(userId: string): void {
  const { user } = useSession()
  const viewer = user?.id
  useEffect(() => {
    if (!viewer || viewer === userId) return
    // A failure is only logged, because it does not concern the viewer.
    getSupabase()
      .then((supabase) => supabase.rpc('count_profile_view', { person: userId }))
      .catch(logFailure)
  }, [viewer, userId])
}

function ProfileHeader({ profile, stats }: { profile: Profile; stats: Stats | null }) {
  const name = toDisplayName(profile)
  const work = peopleWords.workAt(profile.job_title, profile.company_name)
  return (
    <header className="panel flex flex-wrap items-start gap-4 p-6">
      <Avatar name={name} url={profile.avatar_url} size={88} />
      <div className="min-w-0 flex-1 basis-56">
        <h1 className="display text-title hyphens-auto wrap-anywhere">{name}</h1>
        <p className="text-soft hyphens-auto wrap-anywhere">
          {peopleWords.handle(profile.username)}
        </p>
        {work ? <p className="mt-1 wrap-anywhere">{work}</p> : null}
        {stats && listBadges(stats).length > 0 ? (
          <ul className="mt-2 flex flex-wrap gap-2">
            {listBadges(stats).map((label) => (
              <li key={label}>
                <Badge look="strong">
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
          <span>{peopleWords.memberSince(profile.created_at)}</span>
          <ReportLink type="profile" id={profile.user_id} name={name} />
        </p>
        {profile.profile_visibility === 'private' ? (
          <p className="mt-2 text-sm text-soft">{peopleWords.isPrivate}</p>
        ) : null}
      </div>
      <FollowButton target={{ kind: 'user', id: profile.user_id, name }} />
    </header>
  )
}
