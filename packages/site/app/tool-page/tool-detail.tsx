import { data, Link } from 'react-router'
import { readSection, siteContext } from '../data/site.ts'
import {
  readBursts,
  readReviewQuery,
  readReviewStats,
  readReviews,
} from '../reviews/read-reviews.ts'
import { ReviewList } from '../reviews/review-list.tsx'
import * as reviewWords from '../reviews/words/review.ts'
import { isAreaOn } from '../shared/areas.ts'
import { describeFacts, readDiscontinued } from '../tools/describe-facts.ts'
import { addOrigins, readVitality } from '../tools/describe-origins.ts'
import { findTool, readReviewersByUse, readSummary, type ToolUse } from '../tools/read-tool.ts'
import { toCapabilityPath, toToolPath } from '../tools/tool.ts'
import { ToolNotFound } from '../tools/tool-not-found.tsx'
import * as detailWords from '../tools/words/detail.ts'
import { SectionFailure } from '../ui/feedback/section-failure.tsx'
import { hidden, Rich } from '../ui/format/rich-text.tsx'
import { QuietLink, ReportLink } from '../ui/links.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/tool-detail'
import { Alternatives, RowGroup, SectionBar } from './alternatives.tsx'
import {
  describeListing,
  describeMaker,
  describeMatching,
  describeRating,
} from './describe-tool.ts'
import { FirstReview } from './first-review.tsx'
import { EMPTY_INSIGHT, readAlternatives, readInsight } from './insight.ts'
import { createToolJsonLd, toPageJsonLd } from './json-ld.ts'
import { ListsPanel, PointsPanel, ReviewersPanel, readListsWith } from './panels.tsx'
import { RatingPanel } from './rating-panel.tsx'
import { readDots } from './rating-plot.tsx'
import { drawTrend } from './rating-trend.tsx'
import { ToolHeader, toReviewFormPath } from './tool-header.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const { siteUrl } = site
  const tool = await findTool(site, params.toolId, request, (slug) => `/tool/${slug}`)
  if (!tool) throw data(null, { status: 404 })
  const query = readReviewQuery(tool.id, new URL(request.url).searchParams)
  const [
    page,
    summary,
    read,
    dots,
    alternatives,
    discontinuation,
    reviewersByUse,
    maker,
    lists,
    stats,
    bursts,
    vitality,
  ] = await Promise.all([
    readSection(site, readReviews(site, query)),
    readSection(site, readSummary(site, tool.id)),
    readSection(site, readInsight(site, tool.id)),
    tool.review_count === 0 ? [] : readSection(site, readDots(site, tool.id)),
    readSection(site, readAlternatives(site, tool)),
    readSection(site, readDiscontinued(site, tool)),
    readSection(site, readReviewersByUse(site, tool.id)),
    readSection(site, describeMaker(site, tool)),
    readSection(site, readListsWith(site, tool.id)),
    readSection(site, readReviewStats(site, query)),
    // A burst has at least ten reviews.
    tool.review_count < 10 ? [] : readSection(site, readBursts(site, tool.id)),
    readSection(site, readVitality(site, tool.id)),
  ])
  const insight = read ?? EMPTY_INSIGHT
  const { tool_facts, facets, capabilities, tool_makers, ...shown } = tool
  return {
    tool: shown,
    query,
    page,
    summary,
    facts: addOrigins(describeFacts(tool), vitality?.origins ?? []),
    vitality: vitality?.line ?? null,
    information: describeListing(tool, read),
    discontinued: discontinuation ?? null,
    maker: maker ?? null,
    rating: describeRating(tool, insight, summary, dots),
    trend: drawTrend(insight.months),
    groups: { roles: insight.roles, sizes: insight.sizes, counted: insight.counted },
    dots: dots ?? null,
    reviews: [1, 2, 3, 4, 5].map((stars) => summary?.distribution[stars] ?? 0),
    counted: tool.rating_counts,
    alternatives,
    uses: capabilities
      .map((use) => ({ ...use, reviewers: reviewersByUse?.get(use.slug) ?? 0 }))
      .toSorted((a, b) => b.reviewers - a.reviewers),
    // One message for the parts of other sections: the text of the facts names the discontinuation.
    lists: lists ?? [],
    filters: {
      matching: describeMatching(stats, tool.review_count),
      bursts: (bursts ?? []).map(reviewWords.filterBurst),
      latestVersion: tool_facts?.latest_version ?? null,
    },
    isPartial: [
      ...[read, dots, discontinuation, reviewersByUse, maker, lists, stats, bursts, vitality],
    ].includes(undefined),
    jsonLd: createToolJsonLd(tool, `${siteUrl}${toToolPath(tool)}`),
  }
}

/** The page is there as Markdown too. */
export const headers: Route.HeadersFunction = () => ({ Vary: 'Accept' })

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? pageMeta(matches, {
        title: detailWords.pageTitle(loaderData.tool.name),
        description: loaderData.tool.description,
        path: toToolPath(loaderData.tool),
        jsonLd: (hasDemoContent) =>
          toPageJsonLd(loaderData.jsonLd, loaderData.page?.reviews ?? [], hasDemoContent),
        image: `/pictures/share/tools/${loaderData.tool.id}`,
        feed: `${toToolPath(loaderData.tool)}/reviews`,
        markdown: `${toToolPath(loaderData.tool)}.md`,
        embed: toToolPath(loaderData.tool),
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
  return (
    <div className="page grid gap-x-6 gap-y-3 py-4 sm:gap-y-6 sm:py-6 lg:grid-cols-[minmax(0,1fr)_19rem] lg:grid-rows-[auto_auto_1fr]">
      <ToolHeader
        tool={tool}
        facts={shown.facts}
        discontinued={shown.discontinued}
        maker={shown.maker}
        vitality={shown.vitality}
        className="lg:col-span-2"
      >
        <UsedFor uses={uses} className="col-span-full max-sm:hidden" />
      </ToolHeader>

      {tool.review_count > 0 ? (
        <SectionBar
          reviews={tool.review_count}
          hasAlternatives={alternatives !== undefined && alternatives.length > 0}
        />
      ) : null}

      <div className="grid content-start gap-3 empty:hidden sm:gap-6">
        {summary ? (
          <>
            {isPartial ? <SectionFailure /> : null}
            <RatingPanel
              tool={tool}
              rating={shown.rating}
              trend={shown.trend}
              dots={shown.dots}
              reviews={shown.reviews}
              counted={shown.counted}
            />
            <PointsPanel summary={summary} />
          </>
        ) : (
          <SectionFailure />
        )}
      </div>

      <div className="min-w-0 lg:col-start-1">
        {tool.review_count === 0 ? (
          <FirstReview tool={tool} facts={shown.facts} alternatives={alternatives} />
        ) : (
          <ReviewList
            query={query}
            page={page}
            total={tool.review_count}
            {...shown.filters}
            editPath={toReviewFormPath(tool)}
            toolName={tool.name}
          >
            {alternatives ? (
              <Alternatives
                id="alternatives"
                tool={tool}
                alternatives={alternatives}
                className="lg:hidden"
              />
            ) : null}
          </ReviewList>
        )}
      </div>

      <div className="flex flex-col gap-3 sm:gap-6 max-lg:grid max-lg:items-start md:max-lg:grid-cols-2 lg:col-start-2 lg:row-span-2 lg:row-start-2">
        <aside className="panel p-4">
          <RowGroup id="facts" title={detailWords.title} rows={shown.facts}>
            {shown.facts.length > 0 ? null : (
              <p className="text-sm text-soft">{detailWords.factsNone}</p>
            )}
          </RowGroup>
          {shown.maker?.rows.length ? (
            <RowGroup id="maker" title={detailWords.makerTitle} rows={shown.maker.rows} />
          ) : null}
          <RowGroup
            id="tool-information"
            title={detailWords.informationTitle}
            rows={shown.information}
          >
            {/* On a phone the reviews come first. */}
            <UsedFor uses={uses} className="mt-3 sm:hidden" />
            <details className="mt-3 text-sm print:hidden">
              <summary className="min-h-6 cursor-pointer text-soft hover:underline">
                {detailWords.aboutEntry}
              </summary>
              <p className="grid">
                <QuietLink to={`${toolPath}/suggest-edit`}>{detailWords.suggest}</QuietLink>
                <QuietLink to={`${toolPath}/history`}>{detailWords.history}</QuietLink>
                {isAreaOn('badges') ? (
                  <QuietLink to={`${toolPath}/badge`}>{detailWords.badge}</QuietLink>
                ) : null}
                {shown.maker || !isAreaOn('makers') ? null : (
                  <QuietLink to={`${toolPath}/claim`}>{detailWords.claim}</QuietLink>
                )}
                <ReportLink type="tool" id={tool.id} name={tool.name} />
              </p>
            </details>
          </RowGroup>
        </aside>
        {/* Sticky beside the reviews, which are longer. */}
        <div className="grid gap-6 empty:hidden lg:sticky lg:top-20">
          {alternatives && tool.review_count === 0 ? null : alternatives ? (
            <Alternatives
              id="alternatives-aside"
              tool={tool}
              alternatives={alternatives}
              className="max-lg:hidden"
            />
          ) : (
            <SectionFailure />
          )}
          <ReviewersPanel {...shown.groups} slug={tool.slug} />
          <ListsPanel lists={shown.lists} />
        </div>
      </div>
    </div>
  )
}

/** Those of the most reviewers; the others open at a press. */
const USES_SHOWN = 2

function UsedFor({ uses, className }: { uses: readonly ToolUse[]; className: string }) {
  if (uses.length === 0) return null
  return (
    <nav aria-label={detailWords.usedFor} className={`text-sm text-soft ${className}`}>
      {detailWords.usedFor}{' '}
      {uses.slice(0, USES_SHOWN).map((use) => (
        <Use key={use.slug} {...use} />
      ))}
      {uses.length > USES_SHOWN ? (
        <details className="inline-block open:block">
          <summary className="min-h-6 cursor-pointer py-1 text-link hover:underline">
            {detailWords.usesMore(uses.length - USES_SHOWN)}
          </summary>
          {uses.slice(USES_SHOWN).map((use) => (
            <Use key={use.slug} {...use} />
          ))}
        </details>
      ) : null}
    </nav>
  )
}

const Use = ({ slug, name, reviewers }: ToolUse) => (
  <span className="mr-3 inline-block py-1 wrap-anywhere">
    <Link to={toCapabilityPath(slug)} className="text-link underline">
      {name}
    </Link>
    {reviewers > 0 ? (
      <>
        {' '}
        <Rich text={detailWords.usedForReviewers(reviewers)} parts={{ hidden }} />
      </>
    ) : null}
  </span>
)

export const ErrorBoundary = ToolNotFound
