import * as reviewWords from '../reviews/words/review.ts'
import type { FactRow } from '../tools/describe-facts.ts'
import { ToolRows } from '../tools/listing/tool-list.tsx'
import { type CardTool, type ToolSummary, toToolPath } from '../tools/tool.ts'
import * as detailWords from '../tools/words/detail.ts'
import { LinkButton } from '../ui/button.tsx'
import { QuietLink } from '../ui/links.tsx'
import { Mark } from '../ui/mark.tsx'
import { toReviewFormPath } from './tool-header.tsx'

interface FirstReviewProps {
  tool: ToolSummary
  facts: readonly FactRow[]
  /** Undefined if they could not be read. */
  alternatives: readonly CardTool[] | undefined
}

/** As many as a reader compares with one look. */
const ALTERNATIVES_SHOWN = 4

/** In place of the reviews of a tool that has none: the empty axis, and what people use instead. */
export const FirstReview = ({ tool, facts, alternatives = [] }: FirstReviewProps) => (
  <section aria-labelledby="reviews" className="grid gap-6">
    <div className="panel grid gap-4 p-4 sm:p-6">
      <h2 id="reviews" tabIndex={-1} className="display scroll-mt-32 text-lg outline-none">
        {reviewWords.listTitle}
      </h2>
      <Mark tool={tool} size="large" />
      <p role="status">{reviewWords.listNone}</p>
      <LinkButton to={toReviewFormPath(tool)} className="w-fit">
        {detailWords.writeFirst}
      </LinkButton>
    </div>
    {alternatives.length > 0 ? (
      <section aria-labelledby="alternatives" className="grid gap-3">
        <h2 id="alternatives" className="scroll-mt-32 text-lg font-semibold">
          {detailWords.useInstead}
        </h2>
        <ToolRows
          as="div"
          tools={alternatives.slice(0, ALTERNATIVES_SHOWN)}
          rank={`list=alternatives&of=${tool.slug}`}
        />
        <QuietLink to={`${toToolPath(tool)}/alternatives`} rel="">
          {detailWords.alternativesAll}
        </QuietLink>
      </section>
    ) : null}
    {facts.length > 0 ? (
      <p className="text-soft">{detailWords.factsSentence(tool.name, facts)}</p>
    ) : null}
  </section>
)
