import { Info } from 'lucide-react'
import { isAreaOn } from '../shared/areas.ts'
import type { FactRow } from '../tools/describe-facts.ts'
import { ToolRow } from '../tools/listing/tool-row.tsx'
import { toComparePath } from '../tools/selection.ts'
import { type CardTool, type ToolSummary, toToolPath } from '../tools/tool.ts'
import * as detailWords from '../tools/words/detail.ts'
import * as factWords from '../tools/words/facts.ts'
import { LinkButton } from '../ui/button.tsx'
import { formatCount } from '../ui/format/numbers.ts'
import { QuietLink } from '../ui/links.tsx'

interface RowGroupProps {
  id: string
  title: string
  rows: readonly FactRow[]
  /** Below the rows. */
  children?: React.ReactNode
}

/** Facts that the rest of the page does not show: a group of a card. */
export const RowGroup = ({ id, title, rows, children }: RowGroupProps) => (
  <section
    aria-labelledby={id}
    className="border-line not-last:mb-4 not-last:border-b not-last:pb-4"
  >
    <h2 id={id} className="mb-3 scroll-mt-32 font-semibold">
      {title}
    </h2>
    <dl className="grid gap-2 text-sm sm:gap-3">
      {rows.map(({ term, text, href, more, origin }) => (
        <div key={term} className="flex justify-between gap-4">
          <dt className="text-soft">{term}</dt>
          <dd className="min-w-0 text-right wrap-anywhere tabular-nums">
            {href ? (
              <a href={href} rel="nofollow noopener" className="underline">
                {text}
              </a>
            ) : origin ? null : (
              text
            )}
            {origin ? (
              <details className={href ? 'ml-1 inline-block open:block' : ''}>
                <summary className="cursor-pointer list-none decoration-dotted underline-offset-4 hover:underline">
                  {href ? <Info aria-hidden size={14} className="inline" /> : text}
                  <span className="sr-only"> {factWords.whereFrom}</span>
                </summary>
                <span className="block text-soft">{origin}</span>
              </details>
            ) : null}
            {more ? <span className="block text-soft">{more}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
    {children}
  </section>
)

interface AlternativesProps {
  tool: ToolSummary
  alternatives: readonly CardTool[]
  /** The page has two of these lists: one in the column of facts, one among the reviews on a phone. */
  id: string
  className: string
}

/** As many as fit one comparison with the tool. */
const COMPARED_ALTERNATIVES = 3

/** Other tools of the category, with a link that compares them with this tool. */
export function Alternatives({ tool, alternatives, id, className }: AlternativesProps) {
  if (alternatives.length === 0) return null
  const shown = alternatives.slice(0, COMPARED_ALTERNATIVES)
  return (
    <section aria-labelledby={id} className={`panel p-4 ${className}`}>
      <h2 id={id} className="scroll-mt-32 font-semibold">
        {detailWords.alternativesTitle}
      </h2>
      <ul className="-mx-4 mb-3 divide-y divide-line">
        {shown.map((other) => (
          <li key={other.id} className="tool-row brief">
            <ToolRow as="div" tool={other} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {isAreaOn('compare') ? (
          <LinkButton
            look="secondary"
            className="flex-1 lg:basis-full"
            to={toComparePath([tool, ...shown].map(({ slug }) => slug))}
          >
            {detailWords.alternativesCompare}
          </LinkButton>
        ) : null}
        <QuietLink to={`${toToolPath(tool)}/alternatives`} rel="">
          {detailWords.alternativesAll}
        </QuietLink>
      </div>
    </section>
  )
}

interface SectionBarProps {
  /** The number of reviews. */
  reviews: number
  hasAlternatives: boolean
}

/** Links to the sections of a tool's page in one column, below the site's header while the page scrolls. */
export function SectionBar({ reviews, hasAlternatives }: SectionBarProps) {
  const sections = [
    { href: '#overview', label: detailWords.sectionOverview },
    { href: '#reviews', label: detailWords.sectionReviews, count: formatCount(reviews) },
    ...(hasAlternatives ? [{ href: '#alternatives', label: detailWords.alternativesTitle }] : []),
    { href: '#facts', label: detailWords.title },
  ]
  return (
    <nav
      id="overview"
      aria-label={detailWords.sections}
      className="sticky top-14 z-10 md:top-16 -my-2 scroll-mt-64 border-b border-line bg-paper lg:hidden"
    >
      <ul className="flex gap-6 overflow-x-auto text-sm font-medium">
        {sections.map(({ href, label, count }) => (
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
