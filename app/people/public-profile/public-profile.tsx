import { useRouteLoaderData } from 'react-router'
import { readSection, siteContext } from '../../data/site.ts'
import type { loader as rootLoader } from '../../root.tsx'
import { getReader } from '../../session/session.ts'
import { useAsViewer } from '../../session/use-as-viewer.ts'
import { SectionFailure } from '../../ui/feedback/section-failure.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { readActivities, readProfileByName, readStats, toDisplayName } from '../profile.ts'
import type { Route } from './+types/public-profile'
import { ActivityList } from './activity-list.tsx'
import { ProfileHeader } from './profile-header.tsx'
import { ProfileNotShown, requireProfile } from './require-profile.tsx'
import { StatsBlock } from './stats-block.tsx'
import { TrustCard } from './trust-card.tsx'
import { useProfileView } from './use-profile-view.ts'
import * as profileWords from './words.ts'

/** Spec 1 §9. */
const ACTIVITIES_SHOWN = 5

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const profile = await requireProfile(site, params.username)
  const [stats, activities] = await Promise.all([
    readSection(site, readStats(site, profile.user_id)),
    readSection(site, readActivities(site, profile.user_id, ACTIVITIES_SHOWN)),
  ])
  return { profile, stats, activities }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? pageMeta(matches, {
        title: toDisplayName(loaderData.profile),
        description:
          loaderData.profile.bio || profileWords.description(toDisplayName(loaderData.profile)),
        path: `/user/${loaderData.profile.username}`,
        noIndex: loaderData.profile.profile_visibility !== 'public',
      })
    : pageMeta(matches, {
        title: profileWords.missingTitle,
        description: profileWords.missingDescription,
        noIndex: true,
      })

export default function PublicProfile({ loaderData }: Route.ComponentProps) {
  const { username, user_id } = loaderData.profile
  const root = useRouteLoaderData<typeof rootLoader>('root')
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
  useProfileView(user_id)
  const of = profile.profile_visibility === 'private' ? undefined : username
  // Stats and activities have the same visibility.
  const isHidden = profile.profile_visibility === 'private' && stats === null
  return (
    <div
      className={`page grid max-w-5xl gap-6 py-8 ${stats ? 'lg:grid-cols-[minmax(0,1fr)_18rem]' : ''}`}
    >
      <div className="grid content-start gap-6">
        <ProfileHeader profile={profile} stats={stats ?? null} />
        {stats === undefined ? <SectionFailure /> : null}
        <section className="panel p-6" aria-labelledby="activity">
          <h2 id="activity" className="display mb-4 text-2xl">
            {profileWords.activityTitle}
          </h2>
          {activities === undefined ? (
            <SectionFailure />
          ) : activities.length > 0 ? (
            <ActivityList activities={activities} />
          ) : (
            <div className="py-6 text-center">
              <p>{profileWords.activityNone}</p>
              <p className="text-sm text-soft">
                {isHidden ? profileWords.activityHidden : profileWords.activityNoneYet}
              </p>
            </div>
          )}
        </section>
      </div>
      {stats ? (
        <aside
          aria-label={profileWords.standing}
          className="grid content-start gap-6 md:max-lg:grid-cols-2"
        >
          <StatsBlock stats={stats} username={username} of={of} />
          <TrustCard stats={stats} isSample={root?.hasDemoContent ?? false} of={of} />
        </aside>
      ) : null}
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProfileNotShown error={error} />
}
