import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { siteContext } from '../data/site.ts'
import { SignedIn } from '../session/signed-in.tsx'
import { readChoice, readCursor } from '../shared/parameters.ts'
import { LinkButton } from '../ui/button.tsx'
import { today } from '../ui/format/day.ts'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/launches'
import { STATUSES } from './launch.ts'
import { LaunchList } from './launch-list.tsx'
import { listPeriodsOf, type Period, readPeriod } from './period.ts'
import { type LaunchQuery, readLaunches, readNearestDays } from './read-launches.ts'
import { useLiveUpvotes } from './upvotes/upvote-button.tsx'
import * as launchWords from './words.ts'

/** Reads the tab or the period of the archive from the URL; the default is the tab of live launches. */
function readLaunchQuery(parameters: URLSearchParams): LaunchQuery {
  const period = readPeriod(parameters)
  if (period) return { status: 'ended', period }
  return { status: readChoice(parameters, 'tab', STATUSES) ?? 'live' }
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams
  const query = readLaunchQuery(parameters)
  const site = context.get(siteContext)
  const after = readCursor(parameters)
  const [page, nearestDays] = await Promise.all([
    readLaunches(site, query, after),
    query.status === 'ended' ? readNearestDays(site, query.period) : null,
  ])
  return { query, today: today(), page, nearestDays, isFirst: after === null }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const period = loaderData?.query.period
  return pageMeta(matches, {
    title: period ? launchWords.ofPeriod(period) : launchWords.title,
    description: launchWords.description,
    path: period ? toPeriodPath(period) : '/launches',
    feed: '/feeds/launches',
  })
}

export default function Launches({ loaderData }: Route.ComponentProps) {
  const { query, page, nearestDays, isFirst } = loaderData
  const [parameters] = useSearchParams()
  const chosen = readLaunchQuery(parameters).status
  useSubmittedLaunch()
  useLiveUpvotes(query.status === 'live')
  return (
    <div className="page py-6">
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
        {nearestDays ? <PeriodNavigation period={query.period} {...nearestDays} /> : null}
        <LaunchList
          key={`${query.status} ${query.period?.name} ${loaderData.today}`}
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

interface PeriodNavigationProps {
  /** Undefined if the list shows all days. */
  period: Period | undefined
  /** The nearest days with launches before and after it. */
  before: string | null | undefined
  after: string | null | undefined
}

/** Links to the nearest days, weeks or months of the archive, and to those around this one. */
function PeriodNavigation({ period, before, after }: PeriodNavigationProps) {
  if (!before && !period) return null
  const toSame = (day: string) =>
    listPeriodsOf(day).find(({ kind }) => kind === period?.kind) ??
    ({ kind: 'day', name: day, from: day } as const)
  const [back, on] = [before && toSame(before), period && after && toSame(after)]
  const wider = listPeriodsOf(period?.from ?? before ?? today()).filter(
    ({ kind }) => kind !== period?.kind,
  )
  return (
    <nav aria-label={launchWords.daysLabel} className="flex flex-wrap gap-3">
      {back ? (
        <LinkButton look="secondary" to={toPeriodPath(back)}>
          <ChevronLeft aria-hidden size={16} />
          {launchWords.periodName(back)}
        </LinkButton>
      ) : null}
      {on ? (
        <LinkButton look="secondary" to={toPeriodPath(on)}>
          {launchWords.periodName(on)}
          <ChevronRight aria-hidden size={16} />
        </LinkButton>
      ) : null}
      {wider.map((around) => (
        <LinkButton key={around.kind} look="quiet" to={toPeriodPath(around)}>
          {launchWords.periodName(around)}
        </LinkButton>
      ))}
      {period ? (
        <LinkButton look="quiet" to="/launches?tab=ended">
          {launchWords.daysAll}
        </LinkButton>
      ) : null}
    </nav>
  )
}

const toPeriodPath = ({ kind, name }: Pick<Period, 'kind' | 'name'>) =>
  name === today() ? '/launches' : `/launches?${kind}=${name}`
