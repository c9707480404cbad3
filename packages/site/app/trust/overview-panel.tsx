import { Check } from 'lucide-react'
import { Suspense } from 'react'
import { Await, Link } from 'react-router'
import type { FactFreshness } from '../data/rpc-results.ts'
import type { FreshReview } from '../reviews/read-reviews.ts'
import { ReviewText } from '../reviews/review-text.tsx'
import { toToolPath } from '../tools/tool.ts'
import { FRESH_FIELDS, FRESHNESS } from '../tools/words/facts.ts'
import { SampleMark } from '../ui/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { SectionFailure } from '../ui/feedback/section-failure.tsx'
import { formatCount } from '../ui/format/numbers.ts'
import { Rich } from '../ui/format/rich-text.tsx'
import { FigureLink, linkTo } from '../ui/links.tsx'
import { Section, StatCard } from '../ui/panels.tsx'
import { RatingBar } from '../ui/rating-bar.tsx'
import type { TrustFigures } from './trust-figures.ts'
import * as trustWords from './words.ts'

export function OverviewPanel({ figures }: { figures: TrustFigures }) {
  const fixed = figures.isSample ? <SampleMark /> : null
  const sameFigure = (
    <span className="block text-sm font-normal text-soft">{trustWords.overviewSameAsScore}</span>
  )
  const indicators = [
    [trustWords.verifiedReviews, figures.verified, 'trust-verified', fixed],
    [trustWords.overviewTransparency, figures.transparency, 'trust-transparency', fixed],
    // The specification shows one figure under two names.
    [trustWords.overviewSatisfaction, figures.trustScore, 'trust-score', sameFigure],
    // A word, not a figure.
    [trustWords.overviewTrend, figures.trend, null, fixed],
  ] as const
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Section id="distribution" title={trustWords.overviewDistribution}>
        <ul className="grid gap-2">
          {figures.distribution.map(({ stars, count, share, percent }) => (
            <li key={stars}>
              <RatingBar
                stars={stars}
                percent={share}
                figures={
                  <Rich
                    text={trustWords.overviewCountAndShare}
                    parts={{
                      count: <FigureLink figure={`trust-reviews-${stars}`}>{count}</FigureLink>,
                      share: <FigureLink figure={`trust-percent-${stars}`}>{percent}</FigureLink>,
                    }}
                  />
                }
              />
            </li>
          ))}
        </ul>
        <p className="mt-3 text-sm text-soft">
          <Rich
            text={figures.hasPrior ? trustWords.overviewUsual : trustWords.overviewAssumed}
            parts={{ usual: <FigureLink figure="rating-prior">{figures.usual}</FigureLink> }}
          />
        </p>
      </Section>
      <Section id="indicators" title={trustWords.overviewIndicators}>
        <dl className="grid gap-3">
          {indicators.map(([term, value, figure, remark]) => (
            <div
              key={term}
              className="flex justify-between gap-4 border-b border-line pb-3 last:border-0"
            >
              <dt className="text-soft">{term}</dt>
              <dd className="text-right font-semibold tabular-nums">
                {figure ? <FigureLink figure={figure}>{value}</FigureLink> : <span>{value}</span>}
                {remark}
              </dd>
            </div>
          ))}
        </dl>
      </Section>
    </div>
  )
}

interface MetricsPanelProps {
  figures: TrustFigures
  freshness: FactFreshness
}

export function MetricsPanel({ figures, freshness }: MetricsPanelProps) {
  return (
    <Section id="metrics" title={trustWords.metricsTitle} className="grid gap-4">
      <ul className="grid gap-4 sm:grid-cols-3">
        <StatCard
          label={trustWords.metricsQuality}
          value={
            <Rich
              text={figures.hasReviews ? trustWords.metricsOutOfHundred : trustWords.metricsNoScore}
              parts={{ score: <FigureLink figure="trust-quality">{figures.quality}</FigureLink> }}
            />
          }
          hint={trustWords.metricsQualityHint}
        />
        <StatCard
          label={trustWords.metricsSecurity}
          value={figures.security}
          isSample={figures.isSample}
          hint={trustWords.metricsSecurityHint}
        />
        <StatCard
          label={trustWords.metricsGrowth}
          value={<FigureLink figure="trust-growth">{figures.growth}</FigureLink>}
          isSample={figures.isSample}
          hint={trustWords.metricsGrowthHint}
        />
      </ul>
      <Freshness freshness={freshness} />
    </Section>
  )
}

/** How fresh the facts are (spec 10 §4). */
function Freshness({ freshness }: { freshness: FactFreshness }) {
  const rows = Object.entries(FRESH_FIELDS).flatMap(([field, label]) => {
    const counts = freshness[field]
    return counts ? [{ field, label, counts }] : []
  })
  if (rows.length === 0) return null
  return (
    <Section id="facts" title={trustWords.factsTitle} hint={trustWords.factsHint}>
      <table className="w-full text-left max-sm:text-xs sm:text-sm">
        <thead>
          <tr className="border-b border-line text-soft">
            <th scope="col" className="py-2 font-medium">
              {trustWords.factsFact}
            </th>
            {FRESHNESS.map((count) => (
              <th key={count} scope="col" className="py-2 pl-3 text-right font-medium">
                {trustWords.FACTS[count]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ field, label, counts }) => (
            <tr key={field} className="border-b border-line last:border-0">
              <th scope="row" className="py-2 font-normal">
                {label}
              </th>
              {FRESHNESS.map((count) => (
                <td key={count} className="py-2 pl-3 text-right tabular-nums">
                  <FigureLink figure={`facts-${count}-${field}`}>
                    {formatCount(counts[count])}
                  </FigureLink>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

export function VerificationPanel() {
  return (
    <Section id="verification" title={trustWords.verificationTitle} className="grid gap-4">
      <p className="text-soft">
        <Rich
          text={trustWords.verificationMore}
          parts={{
            guidelines: linkTo('/guidelines#reviews'),
            log: linkTo('/moderation-log'),
            report: linkTo('/transparency'),
            data: linkTo('/data'),
            ledger: linkTo('/ledger'),
          }}
        />
      </p>
      <div className="grid gap-4 md:grid-cols-2">
        {trustWords.verificationLists.map(({ title, points }) => (
          <section key={title} className="panel p-6">
            <h3 className="mb-3 font-semibold">{title}</h3>
            <ul className="grid gap-2 text-sm">
              {points.map((point) => (
                <li key={point} className="flex gap-2">
                  <Check aria-hidden size={16} className="mt-0.5 shrink-0 text-good" />
                  {point}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Section>
  )
}

export function RecentReviewsPanel({ recent }: { recent: Promise<FreshReview[] | undefined> }) {
  return (
    <Section id="recent" title={trustWords.recentTitle} className="grid gap-6">
      <Suspense fallback={<p role="status">{trustWords.recentLoading}</p>}>
        <Await resolve={recent}>{(reviews) => <Reviews reviews={reviews} />}</Await>
      </Suspense>
      <div>
        <LinkButton to="/all-tools">{trustWords.recentAll}</LinkButton>
      </div>
    </Section>
  )
}

function Reviews({ reviews }: { reviews: readonly FreshReview[] | undefined }) {
  if (!reviews) return <SectionFailure />
  if (reviews.length === 0) return <p className="text-soft">{trustWords.recentNone}</p>
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {reviews.map((review) => (
        <li key={review.id} className="panel grid content-start gap-3 p-4">
          {review.tools ? (
            <Link
              to={toToolPath(review.tools)}
              className="inline-flex min-h-6 items-center text-sm text-link hover:underline"
            >
              {review.tools.name}
            </Link>
          ) : null}
          <ReviewText review={review} />
        </li>
      ))}
    </ul>
  )
}
