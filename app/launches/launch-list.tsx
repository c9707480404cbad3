import { Rocket } from 'lucide-react'
import { Link } from 'react-router'
import { useLoadMore } from '../data/use-load-more.ts'
import { getReader } from '../session/session.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { formatDay } from '../ui/format/day.ts'
import { ShowMore } from '../ui/show-more.tsx'
import type { Launch } from './launch.ts'
import { LaunchCard, PODIUM_PLACES } from './launch-card.tsx'
import { PodiumCard } from './podium-card.tsx'
import { type LaunchPage, type LaunchQuery, readLaunches } from './read-launches.ts'
import * as launchesWords from './words.ts'

interface LaunchListProps {
  query: LaunchQuery
  page: LaunchPage
  /** Whether this is the first page, in which positions are ranks. */
  isFirst: boolean
}

/**
 * The launches of one day are ranked, the first three on a podium. Other lists are grouped by day and
 * have no ranks.
 */
export function LaunchList({ query, page, isFirst }: LaunchListProps) {
  const list = useLoadMore(page, async (after) => readLaunches(await getReader(), query, after))
  const isOneDay = query.status === 'live' || query.day !== undefined
  const isRanked = isOneDay && isFirst
  const shown = list.pages.flatMap(({ launches }) => {
    const launchIds = launches.map(({ id }) => id)
    return launches.map((launch) => ({ launch, launchIds }))
  })
  const podium = isRanked && shown.length >= PODIUM_PLACES ? PODIUM_PLACES : 0
  return (
    <section aria-labelledby="launches">
      {isOneDay ? (
        <div className="mb-4">
          <h2 id="launches" className="display text-section">
            {query.day
              ? launchesWords.listOfDay(query.day, page.total)
              : launchesWords.listToday(page.total)}
          </h2>
          <p className="text-sm text-soft">{launchesWords.listRanked}</p>
        </div>
      ) : (
        <h2 id="launches" className="sr-only">
          {launchesWords.listTitle}
        </h2>
      )}
      {page.launches.length === 0 ? (
        <div className="panel">
          <Notice role="status" icon={Rocket} title={launchesWords.listNone[query.status]} />
        </div>
      ) : null}
      {isOneDay ? (
        <ol className="grid gap-4 md:grid-cols-3">
          {shown.map(({ launch, launchIds }, index) =>
            index < podium ? (
              <li key={launch.id} className="grid">
                <PodiumCard launch={launch} launchIds={launchIds} rank={index + 1} />
              </li>
            ) : (
              <li key={launch.id} className="md:col-span-3">
                <LaunchCard
                  launch={launch}
                  launchIds={launchIds}
                  rank={isRanked ? index + 1 : undefined}
                />
              </li>
            ),
          )}
        </ol>
      ) : (
        <div className="grid gap-8">
          {groupByDay(shown).map(([day, launches]) => (
            <LaunchDay
              key={day}
              day={day}
              launches={launches}
              isArchived={query.status === 'ended'}
            />
          ))}
        </div>
      )}
      <ShowMore {...list} />
    </section>
  )
}

interface ListedLaunch {
  launch: Launch
  /** All launches of its page. */
  launchIds: readonly string[]
}

function groupByDay(launches: readonly ListedLaunch[]): [day: string, ListedLaunch[]][] {
  const days = new Map<string, ListedLaunch[]>()
  for (const each of launches) {
    const { launch_date } = each.launch
    days.set(launch_date, [...(days.get(launch_date) ?? []), each])
  }
  return [...days]
}

interface LaunchDayProps {
  day: string
  launches: readonly ListedLaunch[]
  /** Whether the day has a page of its own. */
  isArchived: boolean
}

function LaunchDay({ day, launches, isArchived }: LaunchDayProps) {
  return (
    <section aria-labelledby={`day-${day}`} className="grid gap-3">
      <h2 id={`day-${day}`} className="display text-section">
        {isArchived ? (
          <Link to={`/launches?day=${day}`} className="hover:underline">
            {formatDay(day)}
          </Link>
        ) : (
          formatDay(day)
        )}
      </h2>
      <ol className="grid gap-4">
        {launches.map(({ launch, launchIds }) => (
          <li key={launch.id}>
            <LaunchCard launch={launch} launchIds={launchIds} />
          </li>
        ))}
      </ol>
    </section>
  )
}
