import { Link } from 'react-router'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { FeaturedImage } from './featured-image.tsx'
import { countPictures, type Launch, toToolName } from './launch.ts'
import { LaunchBadges, LaunchFooter, Rank } from './launch-card.tsx'
import { UpvoteButton } from './upvotes/upvote-button.tsx'

interface PodiumCardProps {
  launch: Launch
  /** All launches of the page: one request reads their votes. */
  launchIds: readonly string[]
  /** From 1. */
  rank: number
}

export function PodiumCard({ launch, launchIds, rank }: PodiumCardProps) {
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
      {countPictures(launch) > 0 ? <FeaturedImage launchId={launch.id} className="w-full" /> : null}
      <LaunchFooter launch={launch} isRanked />
    </article>
  )
}
