import { lazy, Suspense } from 'react'
import { data, Link } from 'react-router'
import { readSection, siteContext } from '../data/site.ts'
import { readReviewQuery, readReviews } from '../reviews/read-reviews.ts'
import { ReviewList } from '../reviews/review-list.tsx'
import { SignedIn } from '../session/signed-in.tsx'
import {
  type Discontinued,
  describeFacts,
  readDiscontinued,
} from '../tools/facts/describe-facts.ts'
import { findTool } from '../tools/find-tool.ts'
import { readReviewersByUse, readSummary, type ToolUse } from '../tools/read-tool.ts'
import { toComparePath } from '../tools/selection.ts'
import { toCapabilityPath, toLogoTransition, toToolPath } from '../tools/tool.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { ToolNotFound } from '../tools/tool-not-found.tsx'
import * as detailWords from '../tools/words/detail.ts'
import { ExternalButton, LinkButton } from '../ui/button.tsx'
import { SectionFailure } from '../ui/feedback/section-failure.tsx'
import { hidden, Rich } from '../ui/format/rich-text.tsx'
import { QuietLink, ReportLink } from '../ui/links/report-link.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import * as uiWords from '../ui/words.ts'
import type { Route } from './+types/tool-detail'
import { Alternatives, RowCard, SectionBar } from './alternatives.tsx'
import { describeListing, describeRating } from './describe-tool.ts'
import { EMPTY_INSIGHT, readAlternatives, readInsight, readLikelyRating } from './insight.ts'
import { createToolJsonLd, toPageJsonLd } from './json-ld.ts'
import { PointsPanel } from './points-panel.tsx'
import { RatingPanel } from './rating-panel.tsx'
import { drawTrend } from './rating-trend.tsx'
import { ReviewersPanel } from './reviewers-panel.tsx'

// Loaded only for members.
const MemberReviewLink = lazy(() => import('./member-review-link.tsx'))

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const { siteUrl } = site
  const tool = await findTool(site, params.toolId, request, (slug) => `/tool/${slug}`)
  if (!tool) throw data(null, { status: 404 })
  const query = readReviewQuery(tool.id, new URL(request.url).searchParams)
  const [page, summary, read, estimate, alternatives, discontinuation, reviewersByUse] =
    await Promise.all([
      readSection(site, readReviews(site, query)),
      readSection(site, readSummary(site, tool.id)),
      readSection(site, readInsight(site, tool.id)),
      readSection(site, readLikelyRating(site, tool.id)),
      readSection(site, readAlternatives(site, tool)),
      readSection(site, readDiscontinued(site, tool)),
      readSection(site, readReviewersByUse(site, tool.id)),
    ])
  const insight = read ?? EMPTY_INSIGHT
  const { tool_facts, facets, capabilities, ...shown } = tool
  return {
    tool: shown,
    query,
    page,
    summary,
    facts: describeFacts(tool),
    information: describeListing(tool, read),
    discontinued: discontinuation ?? null,
    rating: describeRating(tool, insight, summary),
    trend: drawTrend(insight.months),
    roles: insight.roles,
    sizes: insight.sizes,
    likely: estimate ?? null,
    alternatives,
    uses: capabilities.map((use) => ({ ...use, reviewers: reviewersByUse?.get(use.slug) ?? 0 })),
    // One message for the parts of other sections: the text of the facts names the discontinuation.
    isPartial: [read, estimate, discontinuation, reviewersByUse].includes(undefined),
    jsonLd: createToolJsonLd(tool, page?.reviews ?? [], `${siteUrl}${toToolPath(tool)}`),
  }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? pageMeta(matches, {
        title: detailWords.pageTitle(loaderData.tool.name),
        description: loaderData.tool.description,
        path: toToolPath(loaderData.tool),
        jsonLd: (hasDemoContent) => toPageJsonLd(loaderData.jsonLd, hasDemoContent),
        image: `/pictures/share/tools/${loaderData.tool.id}`,
      })
    : pageMeta(matches, {
        title: detailWords.missing,
        description: detailWords.missingDescription,
        noIndex: true,
      })

export default function ToolDetail({
  loaderData: { tool, query, page, summary, alternatives, uses, isPartial, ...shown },
}: Route.ComponentProps) {
  const toolPath = toToolPath(tool)
  const reviewPath = `/write-review/${tool.slug}`
  return (
    <div className="page grid gap-x-8 gap-y-4 py-6 sm:gap-y-6 sm:py-8 lg:grid-cols-[minmax(0,1fr)_19rem] lg:grid-rows-[auto_auto_auto_1fr]">
      <header className="flex flex-wrap items-start gap-5 lg:col-span-2">
        <ToolLogo id={tool.id} name={tool.name} size={72} transition={toLogoTransition(tool)} />
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="display text-title hyphens-auto wrap-anywhere">{tool.name}</h1>
          <p className="mt-1">
            <Link
              to={`/all-tools?category=${encodeURIComponent(tool.category)}`}
              className="inline-block text-soft wrap-anywhere hover:text-ink hover:underline"
            >
              {tool.category}
            </Link>
          </p>
          <p className="mt-3 max-w-2xl wrap-anywhere sm:text-lg">{tool.description}</p>
          {shown.discontinued ? <DiscontinuedNotice {...shown.discontinued} /> : null}
        </div>
        <div className="flex flex-wrap gap-3">
          <SignedIn
            otherwise={
              <LinkButton to={`/auth?next=${encodeURIComponent(reviewPath)}`}>
                {detailWords.writeReview}
              </LinkButton>
            }
          >
            <Suspense fallback={<LinkButton to={reviewPath}>{detailWords.writeReview}</LinkButton>}>
              <MemberReviewLink toolId={tool.id} path={reviewPath} />
            </Suspense>
          </SignedIn>
          <LinkButton to={toComparePath([tool.slug])} look="secondary">
            {detailWords.compare}
          </LinkButton>
          {tool.website_url ? (
            <ExternalButton href={tool.website_url}>{uiWords.visitWebsite}</ExternalButton>
          ) : null}
        </div>
        <UsedFor uses={uses} className="basis-full max-sm:hidden" />
      </header>

      <SectionBar
        reviews={tool.review_count}
        hasAlternatives={alternatives !== undefined && alternatives.length > 0}
      />

      <div className="grid content-start gap-4 sm:gap-6">
        {summary ? (
          <>
            {isPartial ? <SectionFailure /> : null}
            <RatingPanel tool={tool} summary={summary} {...shown} />
            <PointsPanel summary={summary} />
          </>
        ) : (
          <SectionFailure />
        )}
      </div>

      <div className="min-w-0 lg:col-start-1">
        <ReviewList
          query={query}
          page={page}
          total={tool.review_count}
          editPath={reviewPath}
          toolName={tool.name}
        />
      </div>

      <div className="flex flex-col gap-6 max-lg:grid max-lg:items-start md:max-lg:grid-cols-2 lg:col-start-2 lg:row-span-2 lg:row-start-3">
        <RowCard id="facts" title={detailWords.title} rows={shown.facts}>
          {shown.facts.length > 0 ? null : (
            <p className="text-sm text-soft">{detailWords.factsNone}</p>
          )}
          <p className="mt-3 flex flex-wrap gap-x-4">
            <QuietLink to={`${toolPath}/suggest-edit`}>{detailWords.suggest}</QuietLink>
            <QuietLink to={`${toolPath}/history`}>{detailWords.history}</QuietLink>
          </p>
        </RowCard>
        <RowCard
          id="tool-information"
          title={detailWords.informationTitle}
          rows={shown.information}
        >
          {/* On a phone the reviews come first. */}
          <UsedFor uses={uses} className="mt-3 sm:hidden" />
          <ReportLink type="tool" id={tool.id} name={tool.name} className="mt-3" />
        </RowCard>
        <ReviewersPanel {...shown} />
        {/* Sticky beside the reviews, which are longer. */}
        <div className="top-32 empty:hidden md:max-lg:col-span-2 lg:sticky">
          {alternatives ? (
            <Alternatives tool={tool} alternatives={alternatives} />
          ) : (
            <SectionFailure />
          )}
        </div>
      </div>
    </div>
  )
}

function UsedFor({ uses, className }: { uses: readonly ToolUse[]; className: string }) {
  if (uses.length === 0) return null
  return (
    <nav aria-label={detailWords.usedFor} className={`text-sm text-soft ${className}`}>
      {detailWords.usedFor}{' '}
      {uses.map(({ slug, name, reviewers }) => (
        <span key={slug} className="mr-3 inline-block py-1 wrap-anywhere">
          <Link to={toCapabilityPath(slug)} className="text-link hover:underline">
            {name}
          </Link>
          {reviewers > 0 ? (
            <>
              {' '}
              <Rich text={detailWords.usedForReviewers(reviewers)} parts={{ hidden }} />
            </>
          ) : null}
        </span>
      ))}
    </nav>
  )
}

const DiscontinuedNotice = ({ text, successor }: Discontinued) => (
  <p className="mt-3 max-w-2xl rounded-control border border-line bg-sunken px-4 py-3 text-sm">
    {text}{' '}
    {successor ? (
      <Rich
        text={detailWords.discontinuedSuccessor}
        parts={{
          tool: (
            <Link to={successor.path} className="text-link underline">
              {successor.name}
            </Link>
          ),
        }}
      />
    ) : null}
  </p>
)

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ToolNotFound error={error} />
}
