import { Tabs } from '@base-ui/react/tabs'
import { readSection, siteContext } from '../data/site.ts'
import { readNewestReviews } from '../reviews/newest-reviews.ts'
import { Rich } from '../ui/format/rich-text.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import { StatCard } from '../ui/stat-card.tsx'
import { TAB, TAB_LIST } from '../ui/tabs.ts'
import type { Route } from './+types/trust-center'
import { MetricsPanel } from './metrics-panel.tsx'
import { OverviewPanel } from './overview-panel.tsx'
import { RecentReviewsPanel } from './recent-reviews-panel.tsx'
import { readHasDemoContent, readSiteCounts } from './site-counts.ts'
import { computeTrustFigures } from './trust-figures.ts'
import { VerificationPanel } from './verification-panel.tsx'
import * as trustWords from './words.ts'

/** Spec 2 §9. */
const RECENT_SHOWN = 6

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  // Deferred: after a navigation the page shows the figures before the reviews.
  const recent = readSection(site, readNewestReviews(site, RECENT_SHOWN))
  const [counts, isSample] = await Promise.all([readSiteCounts(site), readHasDemoContent(site)])
  return { figures: computeTrustFigures(counts, isSample), recent }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: trustWords.title,
    description: trustWords.description,
    path: '/trust',
  })

export default function TrustCenter({ loaderData: { figures, recent } }: Route.ComponentProps) {
  return (
    <div className="page py-8">
      <p className="text-sm font-medium text-soft">{trustWords.title}</p>
      <h1 className="display mt-1 text-4xl">
        <Rich
          text={trustWords.trustedBy}
          parts={{
            people: figures.professionals,
            marked: (words) => <span className="marked px-1">{words}</span>,
          }}
        />
      </h1>
      <ul className="my-8 grid grid-cols-2 gap-4 lg:grid-cols-4">
        <StatCard label={trustWords.averageRating} value={figures.average} />
        <StatCard label={trustWords.totalReviews} value={figures.reviews} />
        <StatCard label={trustWords.trustScore} value={figures.trustScore} />
        <StatCard label={trustWords.verifiedReviews} value={figures.verified} />
      </ul>
      <Tabs.Root defaultValue="overview">
        <Tabs.List aria-label={trustWords.parts} className={TAB_LIST}>
          {trustWords.TABS.map(([value, label]) => (
            <Tabs.Tab key={value} value={value} className={TAB}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview" className="mt-6">
          <OverviewPanel figures={figures} />
        </Tabs.Panel>
        <Tabs.Panel value="reviews" className="mt-6">
          <RecentReviewsPanel recent={recent} />
        </Tabs.Panel>
        <Tabs.Panel value="metrics" className="mt-6">
          <MetricsPanel figures={figures} />
        </Tabs.Panel>
        <Tabs.Panel value="verification" className="mt-6">
          <VerificationPanel />
        </Tabs.Panel>
      </Tabs.Root>
    </div>
  )
}
