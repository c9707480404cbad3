import { LayoutGrid, PenLine, Scale } from 'lucide-react'
import { useOwnCompany } from '../companies/company.ts'
import * as companyWords from '../companies/words.ts'
import { retryFailedReads, useHasRead, useRead } from '../data/query.ts'
import { FirstSteps } from '../people/first-steps.tsx'
import { useOwnProfile, useOwnStats } from '../people/own-profile.ts'
import { type Profile, readActivities, type Stats, toDisplayName } from '../people/profile.ts'
import { ActivityList } from '../people/public-profile/activity-list.tsx'
import * as peopleWords from '../people/words.ts'
import { getReader } from '../session/session.ts'
import { useMember } from '../session/signed-in.tsx'
import { isAreaOn } from '../shared/areas.ts'
import { Avatar } from '../ui/avatar.tsx'
import { LinkButton } from '../ui/button.tsx'
import { LoadFailure, PageSkeleton } from '../ui/feedback/loading.tsx'
import { formatCount } from '../ui/format/numbers.ts'
import { pageMeta } from '../ui/page-meta.ts'
import { Section, StatCard } from '../ui/panels.tsx'
import * as uiWords from '../ui/words.ts'
import type { Route } from './+types/dashboard'
import { NeedsAnswer, OwnDrafts, OwnLists, OwnReviews } from './own-content.tsx'
import * as dashboardWords from './words.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: dashboardWords.title,
    description: dashboardWords.description,
    noIndex: true,
  })

const ACTIONS = [
  ['/write-review', dashboardWords.writeReview, PenLine],
  ['/all-tools', dashboardWords.browse, LayoutGrid],
  ...(isAreaOn('compare') ? [['/compare', dashboardWords.compare, Scale] as const] : []),
] as const

export default function Dashboard() {
  const { id: userId, email } = useMember()
  const { data: profile, isSuccess: isProfileKnown } = useOwnProfile(userId)
  const hasRead = useHasRead()
  const stats = useOwnStats(userId)
  const activities = useRead(['own activities', userId], async () =>
    readActivities(await getReader(), userId),
  )
  /** A figure that was not read is never 0. */
  const renderCount = (count: (known: Stats) => number) =>
    stats.isSuccess ? formatCount(stats.data ? count(stats.data) : 0) : uiWords.nothing
  return (
    <>
      {hasRead ? null : <PageSkeleton />}
      <div className="page grid gap-6 py-6" hidden={!hasRead}>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="display text-title min-w-0 wrap-anywhere">
            {isProfileKnown
              ? dashboardWords.welcome(toDisplayName(profile, email))
              : dashboardWords.welcomeFirst}
          </h1>
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/profile-settings" look="secondary">
              {dashboardWords.profile}
            </LinkButton>
            <LinkButton to="/account-settings" look="secondary">
              {dashboardWords.settings}
            </LinkButton>
          </div>
        </div>
        <ul className="grid grid-cols-3 gap-2 sm:gap-4">
          <StatCard
            label={dashboardWords.reviews}
            value={renderCount((known) => known.total_reviews)}
          />
          <StatCard
            label={dashboardWords.votes}
            value={renderCount((known) => known.helpful_votes)}
          />
          {isAreaOn('profiles') ? (
            <StatCard
              label={dashboardWords.followers}
              value={renderCount((known) => known.followers_count)}
            />
          ) : null}
        </ul>
        {stats.isError ? <LoadFailure onRetry={() => void retryFailedReads()} /> : null}
        <FirstSteps userId={userId} />
        {profile?.account_type === 'business' && isAreaOn('companies') ? (
          <BusinessCard userId={userId} profile={profile} />
        ) : null}
        <Section id="actions" title={dashboardWords.actions} className="grid gap-4">
          <div className="flex flex-wrap gap-3">
            {ACTIONS.map(([to, label, Icon]) => (
              <LinkButton key={to} to={to} look="secondary">
                <Icon aria-hidden size={16} /> {label}
              </LinkButton>
            ))}
          </div>
        </Section>
        {isAreaOn('makers') ? <NeedsAnswer userId={userId} /> : null}
        {isAreaOn('launches') ? <OwnDrafts userId={userId} /> : null}
        <OwnReviews userId={userId} />
        {isAreaOn('lists') ? <OwnLists userId={userId} /> : null}
        <Section id="activity" title={peopleWords.activityTitle}>
          {activities.isError ? (
            <LoadFailure onRetry={() => void retryFailedReads()} />
          ) : activities.data?.length ? (
            <ActivityList activities={activities.data} />
          ) : (
            <div className="grid justify-items-start gap-3">
              <p className="text-soft">{dashboardWords.activityNone}</p>
              <LinkButton to="/write-review">{dashboardWords.writeReview}</LinkButton>
            </div>
          )}
        </Section>
      </div>
    </>
  )
}

/** The company of a business account, or a link to join or create one (spec 1 §6). */
function BusinessCard({ userId, profile }: { userId: string; profile: Profile }) {
  const { data: membership, isPending, isError } = useOwnCompany(userId)
  // If the company cannot be read, the section stays empty (spec 1 §8).
  if (isPending || isError) return null
  return (
    <section
      className="panel flex flex-wrap items-center gap-4 p-6"
      aria-label={dashboardWords.businessLabel}
    >
      <Avatar
        name={membership?.company.name ?? profile.company_name ?? dashboardWords.businessCompany}
        url={membership?.company.logo_url}
        size={48}
        isSquare
      />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold wrap-anywhere">
          {membership?.company.name ?? profile.company_name ?? dashboardWords.businessNone}
          {membership?.isAdmin ? (
            <span className="font-normal text-soft">{companyWords.admin}</span>
          ) : null}
        </p>
        {profile.job_title ? <p className="text-sm text-soft">{profile.job_title}</p> : null}
      </div>
      {membership ? (
        <LinkButton to="/company-dashboard">{companyWords.linkDashboard}</LinkButton>
      ) : (
        <LinkButton to="/start-your-team">{companyWords.linkTeam}</LinkButton>
      )}
    </section>
  )
}
