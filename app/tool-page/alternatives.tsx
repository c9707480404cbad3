import { Link } from 'react-router'
import type { FactRow } from '../tools/facts/describe-facts.ts'
import { toComparePath } from '../tools/selection.ts'
import { type ToolSummary, toToolPath } from '../tools/tool.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import * as detailWords from '../tools/words/detail.ts'
import { LinkButton } from '../ui/button.tsx'
import { formatCount } from '../ui/format/numbers.ts'
import { QuietLink, RankLink } from '../ui/links/report-link.tsx'
import { Rating } from '../ui/stars.tsx'

interface RowCardProps {
  id: string
  title: string
  rows: readonly FactRow[]
  /** Below the rows. */
  children: React.ReactNode
}

/** Facts that the rest of the page does not show. */
export const RowCard = ({ id, title, rows, children }: RowCardProps) => (
  <aside className="panel p-5" aria-labelledby={id}>
    <h2 id={id} className="mb-3 font-semibold">
      {title}
    </h2>
    <dl className="grid gap-3 text-sm">
      {rows.map(({ term, text, href, more }) => (
        <div key={term} className="flex justify-between gap-4">
          <dt className="text-soft">{term}</dt>
          <dd className="min-w-0 text-right wrap-anywhere tabular-nums">
            {href ? (
              <a href={href} rel="nofollow noopener" className="underline">
                {text}
              </a>
            ) : (
              text
            )}
            {more ? <span className="block text-soft">{more}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
    {children}
  </aside>
)

interface AlternativesProps {
  tool: ToolSummary
  alternatives: readonly ToolSummary[]
}

/** Other tools of the category, with a link that compares them with this tool. */
export function Alternatives({ tool, alternatives }: AlternativesProps) {
  if (alternatives.length === 0) return null
  return (
    <section aria-labelledby="alternatives" className="panel p-5">
      <h2 id="alternatives" className="mb-2 scroll-mt-32 font-semibold">
        {detailWords.alternativesTitle}
      </h2>
      <ul className="mb-4 grid">
        {alternatives.map((other) => (
          <li
            key={other.id}
            className="relative flex gap-3 border-b border-line py-3 last:border-0"
          >
            <ToolLogo id={other.id} name={other.name} size={36} />
            <div className="min-w-0">
              <Link
                to={toToolPath(other)}
                className="block truncate font-medium after:absolute after:inset-0 hover:underline"
              >
                {other.name}
              </Link>
              <div className="flex flex-wrap items-baseline gap-x-3">
                <Rating rating={other.rating_average} reviews={other.review_count} size={14} />
                <RankLink
                  item={`list=alternatives&of=${tool.slug}&tool=${other.slug}`}
                  name={other.name}
                />
              </div>
            </div>
          </li>
        ))}
      </ul>
      <LinkButton
        look="secondary"
        className="w-full"
        to={toComparePath([tool, ...alternatives].slice(0, 4).map(({ slug }) => slug))}
      >
        {detailWords.alternativesCompare}
      </LinkButton>
      <QuietLink to={`${toToolPath(tool)}/alternatives`} rel="" className="mt-3">
        {detailWords.alternativesAll}
      </QuietLink>
    </section>
  )
}

interface SectionBarProps {
  /** The number of reviews. */
  reviews: number
  hasAlternatives: boolean
}

/** Links to the sections of a tool's page, below the site's header while the page scrolls. */
export function SectionBar({ reviews, hasAlternatives }: SectionBarProps) {
  const sections = [
    ['#overview', detailWords.sectionOverview, null],
    ['#reviews', detailWords.sectionReviews, formatCount(reviews)],
    ...(hasAlternatives ? [['#alternatives', detailWords.sectionAlternatives, null] as const] : []),
  ] as const
  return (
    <nav
      id="overview"
      aria-label={detailWords.sections}
      className="sticky top-16 z-10 -my-2 scroll-mt-64 border-b border-line bg-paper lg:col-span-2"
    >
      <ul className="flex gap-6 overflow-x-auto text-sm font-medium">
        {sections.map(([href, label, count]) => (
          <li key={href}>
            <a
              href={href}
              className="inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap hover:underline"
            >
              {label}
              {count ? <span className="text-soft tabular-nums">{count}</span> : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
