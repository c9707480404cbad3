import { type ShouldRevalidateFunctionArgs, useLocation, useSearchParams } from 'react-router'
import { readHasDemoContent, readSection, siteContext } from '../data/site.ts'
import { readNewestReviews } from '../reviews/read-reviews.ts'
import { readChoice } from '../shared/parameters.ts'
import { SampleMark } from '../ui/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Rich } from '../ui/format/rich-text.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { FigureLink } from '../ui/links.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import { StatCard } from '../ui/panels.tsx'
import type { Route } from './+types/trust-center'
import {
  MetricsPanel,
  OverviewPanel,
  RecentReviewsPanel,
  VerificationPanel,
} from './overview-panel.tsx'
import {
  computeTrustFigures,
  readFreshness,
  readRatingPrior,
  readSiteCounts,
} from './trust-figures.ts'
import * as trustWords from './words.ts'

/** Spec 2 §9. */
const RECENT_SHOWN = 6

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  // Its figures are exact: they are not throttled as on home.
  site.tag('reviews')
  // Deferred: after a navigation the page shows the figures before the reviews.
  const recent = readSection(site, readNewestReviews(site, RECENT_SHOWN))
  const [counts, prior, isSample, freshness] = await Promise.all([
    readSiteCounts(site),
    readRatingPrior(site),
    readHasDemoContent(site),
    readFreshness(site),
  ])
  return { figures: computeTrustFigures(counts, prior, isSample), freshness, recent }
}

/** Another tab shows the same figures. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate &&
  (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: trustWords.title,
    description: trustWords.description,
    path: '/trust',
  })

export default function TrustCenter({
  loaderData: { figures, freshness, recent },
}: Route.ComponentProps) {
  const { pathname } = useLocation()
  const [parameters] = useSearchParams()
  const tabs = trustWords.TABS.map(([tab]) => tab)
  const chosen = readChoice(parameters, 'tab', tabs) ?? trustWords.TABS[0][0]
  return (
    <div className="page py-6">
      <p className="text-sm font-medium text-soft">{trustWords.title}</p>
      {figures.hasReviews ? (
        <div className="mt-1 flex flex-wrap items-baseline gap-x-2">
          <h1 className="display text-title">
            <Rich
              text={trustWords.trustedBy}
              parts={{
                people: (
                  <FigureLink figure="trust-professionals">{figures.professionals}</FigureLink>
                ),
              }}
            />
          </h1>
          {figures.isSample ? <SampleMark /> : null}
        </div>
      ) : (
        <>
          <h1 className="display mt-1 text-title">{trustWords.noReviews}</h1>
          <p className="mt-2 text-soft">
            <Rich
              text={trustWords.soFar}
              parts={{
                people: (
                  <FigureLink figure="trust-professionals">{figures.professionals}</FigureLink>
                ),
              }}
            />
          </p>
          <p className="mt-3">
            <LinkButton to="/write-review">{trustWords.firstReview}</LinkButton>
          </p>
        </>
      )}
      <ul className="my-6 grid grid-cols-2 gap-4 lg:grid-cols-4">
        <StatCard
          label={trustWords.averageRating}
          value={<FigureLink figure="trust-average">{figures.average}</FigureLink>}
        />
        <StatCard
          label={trustWords.totalReviews}
          value={<FigureLink figure="trust-reviews">{figures.reviews}</FigureLink>}
        />
        <StatCard
          label={trustWords.trustScore}
          value={<FigureLink figure="trust-score">{figures.trustScore}</FigureLink>}
        />
        <StatCard
          label={trustWords.verifiedReviews}
          value={<FigureLink figure="trust-verified">{figures.verified}</FigureLink>}
          isSample={figures.isSample}
        />
      </ul>
      <LinkTabs
        label={trustWords.parts}
        tabs={trustWords.TABS}
        chosen={chosen}
        toPath={(tab) => (tab === 'overview' ? pathname : `${pathname}?tab=${tab}`)}
      >
        {chosen === 'overview' ? <OverviewPanel figures={figures} /> : null}
        {chosen === 'reviews' ? <RecentReviewsPanel recent={recent} /> : null}
        {chosen === 'metrics' ? <MetricsPanel figures={figures} freshness={freshness} /> : null}
        {chosen === 'verification' ? <VerificationPanel /> : null}
      </LinkTabs>
    </div>
  )
}
