import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import { PersonLink } from '../people/person-link.tsx'
import { CONTENT_LANGUAGE } from '../shared/languages.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { formatDay } from '../ui/format/day.ts'
import { hidden, Rich } from '../ui/format/rich-text.tsx'
import { QuietLink } from '../ui/links.tsx'
import * as uiWords from '../ui/words.ts'
import { FeaturedImage } from './featured-image.tsx'
import { countPictures, findWebsite, type Launch, toMakerName, toToolName } from './launch.ts'
import { ReminderButton, UpvoteButton } from './upvotes/upvote-button.tsx'
import * as launchWords from './words.ts'

/** Ranks up to this one have a larger number (spec 2 §2). */
const LARGE_RANKS = 3

/** The columns of a row: votes, logo, text, and a picture or a rank. */
export const ROW_LOOK =
  'relative grid min-h-18 grid-cols-[auto_auto_minmax(0,1fr)_auto_auto] items-center gap-x-3 px-3 py-2 sm:gap-x-4 sm:px-4'

export interface LaunchRowsProps {
  launches: readonly Launch[]
  /** All launches of the page of each: one request reads their votes. */
  idsOf?: ReadonlyMap<string, readonly string[]>
  /** Whether the positions are ranks of a day or a period. */
  isRanked?: boolean
}

export function LaunchRows({ launches, idsOf, isRanked = false }: LaunchRowsProps) {
  if (launches.length === 0) return null
  const ids = launches.map(({ id }) => id)
  return (
    <ol className="panel divide-y divide-line">
      {launches.map((launch, index) => (
        <li key={launch.id}>
          <article id={`launch-${launch.id}`} className={`scroll-mt-24 ${ROW_LOOK}`}>
            <UpvoteButton launch={launch} launchIds={idsOf?.get(launch.id) ?? ids} />
            <LaunchText launch={launch} path={`/launch/${launch.id}`}>
              <ReminderButton launch={launch} launchIds={idsOf?.get(launch.id) ?? ids} />
            </LaunchText>
            <FeaturedLink launch={launch} />
            {isRanked ? <Rank launch={launch} rank={index + 1} /> : null}
          </article>
        </li>
      ))}
    </ol>
  )
}

/** The first picture of a launch, if it has one, as a link to its page (spec 2 §2). */
function FeaturedLink({ launch }: { launch: Launch }) {
  if (countPictures(launch) === 0) return null
  return (
    <Link
      to={`/launch/${launch.id}`}
      aria-label={launchWords.cardMore(toToolName(launch))}
      className="w-14 sm:w-24"
    >
      <FeaturedImage launchId={launch.id} className="w-full" />
    </Link>
  )
}

interface LaunchTextProps {
  launch: Launch
  /** Of the launch's page; a preview has none. */
  path?: string
  /** At the end of the last line. */
  children?: React.ReactNode
}

/**
 * The logo, the name, what is new, the category, the maker and the website. The heading of a list already shows that its
 * launches are live, and their day: rows repeat both for screen readers only.
 */
export function LaunchText({ launch, path, children }: LaunchTextProps) {
  const name = toToolName(launch)
  const maker = toMakerName(launch)
  const website = findWebsite(launch)
  return (
    <>
      <ToolLogo id={launch.tools?.id} name={name} size={40} />
      <div>
        <div className="flex gap-x-2 max-sm:flex-col">
          <h3 className="shrink-0 truncate pr-10 font-semibold sm:max-w-1/2 sm:pr-0">
            {path ? (
              <Link to={path} className="hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
          </h3>
          <p
            lang={CONTENT_LANGUAGE}
            dir="auto"
            className="text-soft max-sm:line-clamp-2 max-sm:text-sm sm:truncate"
          >
            {launch.tagline}
          </p>
        </div>
        <div className="flex items-center gap-x-2 text-xs text-soft sm:gap-x-3 sm:text-sm">
          {launch.tools ? <span className="shrink-2 truncate">{launch.tools.category}</span> : null}
          <span className="flex min-w-14 items-center gap-1.5">
            <Avatar name={maker} url={launch.profiles?.avatar_url} size={24} />
            <PersonLink username={launch.profiles?.username} className="block min-w-6 truncate">
              {maker}
            </PersonLink>
          </span>
          {launch.status === 'live' ? (
            <span className="sr-only">{launchWords.cardLiveToday}</span>
          ) : null}
          <time dateTime={launch.launch_date} className="sr-only">
            {formatDay(launch.launch_date)}
          </time>
          {website ? (
            <a
              href={website}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="inline-flex min-h-6 shrink-0 items-center gap-1 text-link hover:underline"
            >
              <span className="max-sm:sr-only">
                <Rich text={uiWords.visit} parts={{ name, hidden }} />
              </span>
              <ExternalLink aria-hidden size={14} />
            </a>
          ) : null}
          {children}
        </div>
      </div>
    </>
  )
}

/** `#1` as a link to the explanation of the place. */
const Rank = ({ launch, rank }: { launch: Launch; rank: number }) => (
  <QuietLink
    to={`/explain?list=launches&launch=${launch.id}`}
    className={`display min-w-6 justify-end max-sm:absolute max-sm:top-2 max-sm:right-3 sm:col-start-5 sm:w-16 ${rank <= LARGE_RANKS ? 'text-lg! leading-6! text-ink! sm:text-title!' : 'text-base!'}`}
  >
    <span>
      <Rich
        text={rank <= LARGE_RANKS ? launchWords.cardRank : launchWords.cardPlace}
        parts={{ rank, name: toToolName(launch), hidden }}
      />
    </span>
  </QuietLink>
)
