import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { siteContext } from '../data/site.ts'
import { SignedIn } from '../session/signed-in.tsx'
import { LinkButton } from '../ui/button.tsx'
import { formatDay, isDay, today } from '../ui/format/day.ts'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/launches'
import { STATUSES } from './launch.ts'
import { LaunchList } from './launch-list.tsx'
import { type LaunchQuery, readLaunches, readNearestDays } from './read-launches.ts'
import { useLiveUpvotes } from './upvotes/live-upvotes.ts'
import * as launchWords from './words.ts'

/** Reads the tab or the day of the archive from the URL; the default is the tab of live launches. */
function readLaunchQuery(parameters: URLSearchParams): LaunchQuery {
  const day = parameters.get('day') ?? ''
  if (isDay(day) && day < today()) return { status: 'ended', day }
  return { status: STATUSES.find((status) => status === parameters.get('tab')) ?? 'live' }
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams
  const query = readLaunchQuery(parameters)
  const site = context.get(siteContext)
  const after = parameters.get('after')
  const [page, nearestDays] = await Promise.all([
    readLaunches(site, query, after),
    query.status === 'ended' ? readNearestDays(site, query.day ?? today()) : null,
  ])
  return { query, today: today(), page, nearestDays, isFirst: after === null }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: launchWords.title,
    description: launchWords.description,
    path: '/launches',
    feed: '/feeds/launches',
  })

export default function Launches({ loaderData }: Route.ComponentProps) {
  const { query, page, nearestDays, isFirst } = loaderData
  const [parameters] = useSearchParams()
  const chosen = readLaunchQuery(parameters).status
  useSubmittedLaunch()
  useLiveUpvotes(query.status === 'live')
  return (
    <div className="page py-8">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="display text-title">{launchWords.title}</h1>
          <p className="mt-1 text-soft">{launchWords.today(loaderData.today)}</p>
        </div>
        <SignedIn>
          <LinkButton to="/submit-launch">{launchWords.submit}</LinkButton>
        </SignedIn>
      </div>
      <LinkTabs
        label={launchWords.tabs}
        tabs={STATUSES.map((status) => [status, launchWords.tab[status]])}
        chosen={chosen}
        toPath={(status) => (status === 'live' ? '/launches' : `/launches?tab=${status}`)}
      >
        {nearestDays ? <DayNavigation day={query.day} {...nearestDays} /> : null}
        <LaunchList
          key={`${query.status} ${query.day} ${loaderData.today}`}
          query={query}
          page={page}
          isFirst={isFirst}
        />
      </LinkTabs>
    </div>
  )
}

/** Moves the focus, and with it the view, to the launch that the member has just submitted. */
function useSubmittedLaunch() {
  const { search, state } = useLocation() as { search: string; state: { launchId?: string } | null }
  const navigate = useNavigate()
  useEffect(() => {
    if (!state?.launchId) return
    const card = document.getElementById(`launch-${state.launchId}`)
    card?.querySelector('a')?.focus()
    // Without the state a reload does not move the focus again. A launch that is on a later page of the
    // list shows on its own.
    void navigate(card ? { search } : `/launch/${state.launchId}`, {
      replace: true,
      state: null,
      preventScrollReset: card !== null,
    })
  }, [state, search, navigate])
}

interface DayNavigationProps {
  /** The shown day as "yyyy-MM-dd"; undefined if the list shows all days. */
  day: string | undefined
  /** The nearest days with launches. */
  before: string | null | undefined
  after: string | null | undefined
}

/** Links to the nearest days of the archive. */
function DayNavigation({ day, before, after }: DayNavigationProps) {
  const toDayPath = (other: string) => (other === today() ? '/launches' : `/launches?day=${other}`)
  if (!before && !day) return null
  return (
    <nav aria-label={launchWords.daysLabel} className="flex flex-wrap gap-3">
      {before ? (
        <LinkButton look="secondary" to={toDayPath(before)}>
          <ChevronLeft aria-hidden size={16} />
          {formatDay(before)}
        </LinkButton>
      ) : null}
      {day && after ? (
        <LinkButton look="secondary" to={toDayPath(after)}>
          {formatDay(after)}
          <ChevronRight aria-hidden size={16} />
        </LinkButton>
      ) : null}
      {day ? (
        <LinkButton look="quiet" to="/launches?tab=ended">
          {launchWords.daysAll}
        </LinkButton>
      ) : null}
    </nav>
  )
}
