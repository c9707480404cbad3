import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import { PersonLink } from '../people/person-link.tsx'
import { CONTENT_LANGUAGE } from '../shared/languages.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { formatDay } from '../ui/format/day.ts'
import { hidden, Rich } from '../ui/format/rich-text.tsx'
import { RankLink } from '../ui/links.tsx'
import * as uiWords from '../ui/words.ts'
import { FeaturedImage } from './featured-image.tsx'
import { countPictures, findWebsite, type Launch, toMakerName, toToolName } from './launch.ts'
import { ReminderButton, UpvoteButton } from './upvotes/upvote-button.tsx'
import * as launchWords from './words.ts'

/** Ranks up to this one have a badge (spec 2 §9) and a place on the podium. */
export const PODIUM_PLACES = 3

interface LaunchCardProps {
  launch: Launch
  /** All launches of the page: one request reads their votes. */
  launchIds: readonly string[]
  /** The rank on its day, from 1. */
  rank?: number | undefined
}

export function LaunchCard({ launch, launchIds, rank }: LaunchCardProps) {
  const path = `/launch/${launch.id}`
  return (
    <article
      id={`launch-${launch.id}`}
      className="panel scroll-mt-24 grid h-full grid-cols-[auto_minmax(0,1fr)] content-start gap-4 p-5 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
    >
      <UpvoteButton launch={launch} launchIds={launchIds} />
      <LaunchCardText launch={launch} rank={rank} path={path}>
        <ReminderButton launch={launch} launchIds={launchIds} />
      </LaunchCardText>
      <FeaturedLink launch={launch} className="w-44 max-sm:col-start-2" />
    </article>
  )
}

/** The first picture of a launch, if it has one, as a link to its page (spec 2 §2). */
export function FeaturedLink({ launch, className = '' }: { launch: Launch; className?: string }) {
  if (countPictures(launch) === 0) return null
  return (
    <Link
      to={`/launch/${launch.id}`}
      aria-label={launchWords.cardMore(toToolName(launch))}
      className={className}
    >
      <FeaturedImage launchId={launch.id} className="w-full" />
    </Link>
  )
}

interface LaunchCardTextProps extends Pick<LaunchCardProps, 'launch' | 'rank'> {
  /** Of the launch's page; a preview has none. */
  path?: string
  /** In the footer. */
  children?: React.ReactNode
}

export function LaunchCardText({ launch, rank, path, children }: LaunchCardTextProps) {
  const name = toToolName(launch)
  return (
    <div className="grid content-start gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <ToolLogo id={launch.tools?.id} name={name} size={40} />
        <h3 className="min-w-0 text-lg font-semibold wrap-anywhere">
          {path ? (
            <Link to={path} className="hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </h3>
        <LaunchBadges launch={launch} rank={rank} />
      </div>
      <p lang={CONTENT_LANGUAGE} dir="auto" className="wrap-anywhere">
        {launch.tagline}
      </p>
      <LaunchFooter launch={launch} isRanked={rank !== undefined}>
        {children}
      </LaunchFooter>
    </div>
  )
}

/**
 * Badges for a rank up to three and the category. The heading of a list already shows that its launches
 * are live, and their day: cards repeat both for screen readers only.
 */
export function LaunchBadges({ launch, rank }: Pick<LaunchCardProps, 'launch' | 'rank'>) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {rank !== undefined && rank <= PODIUM_PLACES ? (
        <Badge look="marked">
          <Rank rank={rank} />
        </Badge>
      ) : null}
      {launch.tools ? <Badge isFree>{launch.tools.category}</Badge> : null}
      {launch.status === 'live' ? (
        <span className="sr-only">{launchWords.cardLiveToday}</span>
      ) : null}
    </div>
  )
}

/** `#1`, for screen readers "Rank #1". */
export function Rank({ rank }: { rank: number }) {
  return <Rich text={launchWords.cardRank} parts={{ rank, hidden }} />
}

interface LaunchFooterProps {
  launch: Launch
  isRanked?: boolean
  children?: React.ReactNode
}

/** The maker and the website; the day as in `LaunchBadges`. */
export function LaunchFooter({ launch, isRanked = false, children }: LaunchFooterProps) {
  const maker = toMakerName(launch)
  const website = findWebsite(launch)
  return (
    <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-soft">
      <span className="flex min-w-0 items-center gap-2">
        <Avatar name={maker} url={launch.profiles?.avatar_url} size={24} />
        <PersonLink username={launch.profiles?.username} className="truncate">
          {maker}
        </PersonLink>
      </span>
      <time dateTime={launch.launch_date} className="sr-only">
        {formatDay(launch.launch_date)}
      </time>
      {website ? (
        <a
          href={website}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="inline-flex min-h-6 items-center gap-1 text-link hover:underline"
        >
          <span>
            <Rich text={uiWords.visit} parts={{ name: toToolName(launch), hidden }} />
          </span>
          <ExternalLink aria-hidden size={14} />
        </a>
      ) : null}
      {isRanked ? (
        <RankLink item={`list=launches&launch=${launch.id}`} name={toToolName(launch)} />
      ) : null}
      {children}
    </div>
  )
}
