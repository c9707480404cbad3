import { Rocket } from 'lucide-react'
import { Link } from 'react-router'
import { getReader } from '../session/session.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { formatDay } from '../ui/format/day.ts'
import { ShowMore, useLoadMore } from '../ui/show-more.tsx'
import { type Launch, toToolName } from './launch.ts'
import {
  FeaturedLink,
  LaunchBadges,
  LaunchCard,
  LaunchFooter,
  PODIUM_PLACES,
  Rank,
} from './launch-card.tsx'
import { type LaunchPage, type LaunchQuery, readLaunches } from './read-launches.ts'
import { UpvoteButton } from './upvotes/upvote-button.tsx'
import * as launchWords from './words.ts'

interface LaunchListProps {
  query: LaunchQuery
  page: LaunchPage
  /** Whether this is the first page, in which positions are ranks. */
  isFirst: boolean
}

/**
 * The launches of a day, a week or a month are ranked, the first three on a podium. Other lists are grouped by day and
 * have no ranks.
 */
export function LaunchList({ query, page, isFirst }: LaunchListProps) {
  const list = useLoadMore(page, async (after) => readLaunches(await getReader(), query, after))
  const { period } = query
  const isOneRanking = query.status === 'live' || period !== undefined
  const isRanked = isOneRanking && isFirst
  const shown = list.pages.flatMap(({ launches }) => {
    const launchIds = launches.map(({ id }) => id)
    return launches.map((launch) => ({ launch, launchIds }))
  })
  const podium = isRanked && shown.length >= PODIUM_PLACES ? PODIUM_PLACES : 0
  return (
    <section aria-labelledby="launches">
      {isOneRanking ? (
        <div className="mb-4">
          <h2 id="launches" className="display text-section">
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

interface PodiumCardProps {
  launch: Launch
  /** All launches of the page: one request reads their votes. */
  launchIds: readonly string[]
  /** From 1. */
  rank: number
}

function PodiumCard({ launch, launchIds, rank }: PodiumCardProps) {
  return (
    <article
      id={`launch-${launch.id}`}
      className={`panel scroll-mt-24 grid content-start gap-3 p-5 ${rank === 1 ? 'border-edge shadow-raised' : ''}`}
    >
      <div className="flex items-start justify-between gap-3">
        <p className="figure text-5xl leading-none">
          <span className={rank === 1 ? 'marked px-2' : ''}>
            <Rank rank={rank} />
          </span>
        </p>
        <UpvoteButton launch={launch} launchIds={launchIds} />
      </div>
      <div className="flex items-center gap-3">
        <ToolLogo id={launch.tools?.id} name={toToolName(launch)} size={44} />
        <h3 className="min-w-0 text-lg font-semibold wrap-anywhere">
          <Link to={`/launch/${launch.id}`} className="hover:underline">
            {toToolName(launch)}
          </Link>
        </h3>
      </div>
      <LaunchBadges launch={launch} />
      <p className="wrap-anywhere">{launch.tagline}</p>
      <FeaturedLink launch={launch} />
      <LaunchFooter launch={launch} isRanked />
    </article>
  )
}
