import { data, Link, useNavigate } from 'react-router'
import { siteContext } from '../data/site.ts'
import { toAuthorName } from '../people/profile.ts'
import { toToolPath } from '../tools/tool.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { LinkButton } from '../ui/button.tsx'
import { NotFoundNotice } from '../ui/feedback/notice.tsx'
import { Rich } from '../ui/format/rich-text.tsx'
import { QuietLink } from '../ui/links.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import * as uiWords from '../ui/words.ts'
import type { Route } from './+types/review-page'
import { readReview } from './read-reviews.ts'
import { ReviewCard } from './review-card.tsx'
import * as reviewWords from './words/review.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const review = await readReview(context.get(siteContext), params.id)
  if (!review) throw data(null, { status: 404 })
  return review
}

/** The review is also on its tool's page, which is the canonical one. */
export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? pageMeta(matches, {
        title: reviewWords.title(loaderData.tools.name, toAuthorName(loaderData)),
        description: loaderData.title,
        path: toToolPath(loaderData.tools),
        image: `/pictures/share/tools/${loaderData.tools.id}`,
        embed: `/review/${loaderData.id}`,
      })
    : pageMeta(matches, {
        title: reviewWords.missing,
        description: reviewWords.missingDescription,
        noIndex: true,
      })

/** One review, for links to it. */
export default function ReviewPage({
  loaderData: { tools: tool, ...review },
}: Route.ComponentProps) {
  const toolPath = toToolPath(tool)
  const navigate = useNavigate()
  return (
    <div className="page column grid gap-6 py-6">
      <header className="flex flex-wrap items-center gap-4">
        <ToolLogo id={tool.id} name={tool.name} size={56} />
        <h1 className="display min-w-0 flex-1 text-title hyphens-auto wrap-anywhere">
          <Rich
            text={reviewWords.heading}
            parts={{
              tool: (
                <Link to={toolPath} className="hover:underline">
                  {tool.name}
                </Link>
              ),
              reviewer: toAuthorName(review),
            }}
          />
        </h1>
      </header>
      <ReviewCard
        isWhole
        heading="h2"
        review={review}
        editPath={`/write-review/${tool.slug}`}
        reviewIds={[review.id]}
        onRemoved={async () => navigate(toolPath)}
      />
      <div>
        <LinkButton to={`${toolPath}#reviews`} look="secondary" className="wrap-anywhere">
          {reviewWords.allReviewsOf(tool.name)}
        </LinkButton>
        {tool.tool_makers ? (
          <QuietLink to={`/company-dashboard?reply=${review.id}`} className="ml-4">
            {reviewWords.replyAs(tool.tool_makers.companies.name)}
          </QuietLink>
        ) : null}
      </div>
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <NotFoundNotice error={error} title={reviewWords.missing} text={reviewWords.missingMore}>
    <LinkButton to="/all-tools">{uiWords.browseAllTools}</LinkButton>
  </NotFoundNotice>
)
