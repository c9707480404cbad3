import { Rocket } from 'lucide-react'
import { Link } from 'react-router'
import { getReader } from '../session/session.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { formatDay } from '../ui/format/day.ts'
import { ShowMore, useLoadMore } from '../ui/show-more.tsx'
import type { Launch } from './launch.ts'
import { LaunchRows, type LaunchRowsProps } from './launch-row.tsx'
import { type LaunchPage, type LaunchQuery, readLaunches } from './read-launches.ts'
import * as launchWords from './words.ts'

interface LaunchListProps {
  query: LaunchQuery
  page: LaunchPage
  /** Whether this is the first page, in which positions are ranks. */
  isFirst: boolean
}

/** The launches of a day, a week or a month are ranked. Other lists are grouped by day and have no ranks. */
export function LaunchList({ query, page, isFirst }: LaunchListProps) {
  const list = useLoadMore(page, async (after) => readLaunches(await getReader(), query, after))
  const { period } = query
  const isOneRanking = query.status === 'live' || period !== undefined
  const shown = list.pages.flatMap(({ launches }) => launches)
  const idsOf = new Map(
    list.pages.flatMap(({ launches }) => {
      const ids = launches.map(({ id }) => id)
      return ids.map((id) => [id, ids] as const)
    }),
  )
  return (
    <section aria-labelledby="launches">
      {isOneRanking ? (
        <div className="mb-4">
          <h2 id="launches" className="display text-lg">
            {period ? launchWords.listOf(period, page.total) : launchWords.listToday(page.total)}
          </h2>
          <p className="text-sm text-soft">{launchWords.listRanked}</p>
        </div>
      ) : (
        <h2 id="launches" className="sr-only">
          {launchWords.listTitle}
        </h2>
      )}
      {page.launches.length === 0 ? (
        <div className="panel">
          <Notice role="status" icon={Rocket} title={launchWords.listNone[query.status]} />
        </div>
      ) : null}
      {isOneRanking ? (
        <LaunchRows launches={shown} idsOf={idsOf} isRanked={isFirst} />
      ) : (
        <div className="grid gap-4">
          {groupByDay(shown).map(([day, launches]) => (
            <LaunchDay
              key={day}
              day={day}
              launches={launches}
              idsOf={idsOf}
              isArchived={query.status === 'ended'}
            />
          ))}
        </div>
      )}
      <ShowMore {...list} />
    </section>
  )
}

function groupByDay(launches: readonly Launch[]): [day: string, Launch[]][] {
  const days = new Map<string, Launch[]>()
  for (const launch of launches) {
    const { launch_date } = launch
    days.set(launch_date, [...(days.get(launch_date) ?? []), launch])
  }
  return [...days]
}

interface LaunchDayProps extends Pick<LaunchRowsProps, 'launches' | 'idsOf'> {
  day: string
  /** Whether the day has a page of its own. */
  isArchived: boolean
}

function LaunchDay({ day, isArchived, ...rows }: LaunchDayProps) {
  return (
    <section aria-labelledby={`day-${day}`} className="grid gap-1">
      <h2 id={`day-${day}`} className="font-semibold">
        {isArchived ? (
          <Link to={`/launches?day=${day}`} className="hover:underline">
            {formatDay(day)}
          </Link>
        ) : (
          formatDay(day)
        )}
      </h2>
      <LaunchRows {...rows} />
    </section>
  )
}
