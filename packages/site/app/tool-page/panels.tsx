import { Minus, Plus } from 'lucide-react'
import { Link } from 'react-router'
import type { Reader } from '../data/cache-tags.ts'
import type { Insight, ReviewerGroup, ReviewPoint, ReviewSummary } from '../data/rpc-results.ts'
import { isAreaOn } from '../shared/areas.ts'
import * as detailWords from '../tools/words/detail.ts'
import { formatCount, formatPercent } from '../ui/format/numbers.ts'
import { Rich } from '../ui/format/rich-text.tsx'
import { FigureLink } from '../ui/links.tsx'
import * as uiWords from '../ui/words.ts'

/**
 * Pros and cons, each with the share of the reviews that mention it (spec 2 §2); a click lists these
 * reviews. Both lists have one scale. Four of each are shown, on a phone two, until "All" is pressed.
 */
export function PointsPanel({ summary }: { summary: ReviewSummary }) {
  const { pros, cons, said_by, distribution } = summary
  const reviews = Object.values(distribution).reduce((sum, count) => sum + count, 0)
  const points = pros.length + cons.length
  const longest = Math.max(pros.length, cons.length)
  if (points === 0) return null
  return (
    <section
      aria-label={detailWords.pointsLabel}
      className="group panel relative grid grid-cols-2 gap-x-4 gap-y-3 p-3 sm:gap-x-6 sm:p-6"
    >
      <PointList title={detailWords.pointsPros} points={pros} reviews={said_by} isLiked />
      <PointList title={detailWords.pointsCons} points={cons} reviews={said_by} isLiked={false} />
      {longest > 2 ? (
        <details
          className={`absolute top-3 right-3.5 sm:top-6 sm:right-6 print:hidden ${longest > 4 ? '' : 'sm:hidden'}`}
        >
          <summary className="inline-flex min-h-6 cursor-pointer items-center text-sm text-link underline">
            {detailWords.pointsAll(points)}
          </summary>
        </details>
      ) : null}
      {reviews > said_by ? (
        <p className="text-sm col-span-2 text-soft">{detailWords.pointsOfNewest(said_by)}</p>
      ) : null}
    </section>
  )
}

interface PointListProps {
  title: string
  points: readonly ReviewPoint[]
  /** The number of reviews that the points are from. */
  reviews: number
  isLiked: boolean
}

function PointList({ title, points, reviews, isLiked }: PointListProps) {
  const Icon = isLiked ? Plus : Minus
  const color = isLiked ? 'text-good' : 'text-bad'
  return (
    <div>
      <h3 className="mb-2 flex items-center gap-2 font-semibold">
        <Icon aria-hidden size={18} className={color} />
        {title}
      </h3>
      {points.length === 0 ? <p className="text-sm text-soft">{detailWords.pointsNone}</p> : null}
      <ul className="grid gap-1 text-sm">
        {points.map(({ text, mentions }) => (
          <li
            key={text}
            className="grid items-center gap-x-3 sm:grid-cols-[minmax(0,1fr)_4.5rem_2.5rem] not-print:nth-[n+5]:not-group-has-open:hidden max-sm:nth-[n+3]:not-group-has-open:hidden"
          >
            <Link
              to={`?${new URLSearchParams({ [isLiked ? 'pro' : 'con']: text })}#reviews`}
              className="w-fit py-0.5 wrap-anywhere hover:underline"
            >
              {text}
            </Link>
            <span
              aria-hidden
              className="hidden h-1.5 forced-color-adjust-none rounded-full bg-sunken sm:block"
            >
              <span
                className={`block h-full rounded-full bg-current ${color}`}
                style={{ width: `${(100 * mentions) / reviews}%` }}
              />
            </span>
            <span className="text-soft tabular-nums max-sm:text-xs sm:text-right">
              {formatCount(mentions)}
              {/* Beside the bar. */}
              <span className="sm:sr-only">{uiWords.ratingOf(reviews)}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface ReviewersPanelProps extends Pick<Insight, 'roles' | 'sizes' | 'counted'> {
  /** The tool's slug. */
  slug: string
}

/** The roles of a tool's reviewers, and the sizes of their companies. */
export function ReviewersPanel({ slug, roles, sizes, counted }: ReviewersPanelProps) {
  if (roles.length + sizes.length === 0) return null
  return (
    <section aria-labelledby="reviewers" className="panel p-4">
      <h2 id="reviewers" className="mb-3 font-semibold">
        {detailWords.reviewersTitle}
      </h2>
      <div className="grid gap-x-4 gap-y-4 max-sm:grid-cols-2">
        <GroupShares
          title={detailWords.reviewersRole}
          groups={roles}
          total={counted.roles}
          link={{ figure: 'tool-roles', of: slug }}
          formatName={(name) => detailWords.ROLES[name] ?? name}
        />
        <GroupShares
          title={detailWords.reviewersSize}
          total={counted.sizes}
          link={{ figure: 'tool-sizes', of: slug }}
          groups={sizes.toSorted((a, b) => parseMinSize(a) - parseMinSize(b))}
          formatName={detailWords.reviewersPeople}
        />
      </div>
      <p className="mt-3 text-xs text-soft">{detailWords.reviewersNote}</p>
    </section>
  )
}

/** The lower limit of a size such as "11-50" or "1000+". */
const parseMinSize = ({ name }: ReviewerGroup) => Number.parseInt(name, 10)

interface GroupSharesProps {
  title: string
  groups: readonly ReviewerGroup[]
  /** Of how many reviewers, with those of groups that are left out. */
  total: number
  /** Where the total comes from. */
  link: { figure: string; of: string }
  formatName: (name: string) => string
}

function GroupShares({ title, groups, total, link, formatName }: GroupSharesProps) {
  if (groups.length === 0) return null
  return (
    <div>
      <h3 className="text-xs font-semibold text-soft mb-1">{title}</h3>
      <p className="mb-1 text-xs text-soft">
        <Rich
          text={detailWords.reviewersOf}
          parts={{ n: <FigureLink {...link}>{formatCount(total)}</FigureLink> }}
        />
      </p>
      <ul className="grid gap-1.5 text-sm">
        {groups.map(({ name, reviewers }) => {
          const share = formatPercent(reviewers / total)
          return (
            <li
              key={name}
              className="grid grid-cols-[minmax(0,1fr)_2.25rem] items-center gap-x-1 max-sm:text-sm sm:gap-x-2 sm:grid-cols-[minmax(0,1fr)_4rem_2.5rem]"
            >
              <span className="truncate">{formatName(name)}</span>
              <span
                aria-hidden
                className="h-1.5 forced-color-adjust-none rounded-full bg-sunken max-sm:hidden"
              >
                <span
                  className="block h-full rounded-full bg-link"
                  style={{ width: `${(100 * reviewers) / total}%` }}
                />
              </span>
              <span className="text-right tabular-nums">{share}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface PublicList {
  id: string
  name: string
  tool_count: number
}

/** Reads public lists that have a tool, of trusted members or copied by them, the most copied first (spec 7 §3). */
export async function readListsWith(
  { supabase, tag }: Reader,
  toolId: string,
): Promise<PublicList[]> {
  if (!isAreaOn('lists')) return []
  tag(`tool-lists:${toolId}`)
  const { data } = await supabase
    .rpc('lists_with_tool', { tool: toolId })
    .select('id, name, tool_count')
    .throwOnError()
  return data
}

export function ListsPanel({ lists }: { lists: readonly PublicList[] }) {
  if (lists.length === 0) return null
  return (
    <section aria-labelledby="in-lists" className="panel p-4">
      <h2 id="in-lists" className="mb-2 font-semibold">
        {detailWords.listsTitle}
      </h2>
      <ul className="grid gap-1 text-sm">
        {lists.map(({ id, name, tool_count }) => (
          <li key={id} className="flex items-baseline justify-between gap-3">
            <Link
              to={`/list/${id}`}
              className="inline-block min-h-6 min-w-0 wrap-anywhere hover:underline"
            >
              {name}
            </Link>
            <span className="whitespace-nowrap text-soft">
              {detailWords.listsTools(tool_count)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
