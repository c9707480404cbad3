import { Link } from 'react-router'
import { toComparePath } from '../../compare/selection.ts'
import { LinkButton } from '../../ui/button.tsx'
import { QuietLink } from '../../ui/links/quiet-link.tsx'
import { RankLink } from '../../ui/links/rank-link.tsx'
import { Rating } from '../../ui/stars.tsx'
import { type ToolSummary, toToolPath } from '../tool.ts'
import { ToolLogo } from '../tool-logo.tsx'
import * as detailWords from './words.ts'

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
              <Rating rating={other.rating_average} reviews={other.review_count} size={14} />
              <RankLink
                item={`list=alternatives&of=${tool.slug}&tool=${other.slug}`}
                name={other.name}
              />
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
