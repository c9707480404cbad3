import { formatCount } from '../../ui/format/numbers.ts'
import * as detailWords from './words.ts'

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
