import { lazy, Suspense } from 'react'
import { data, Link } from 'react-router'
import { siteContext } from '../../data/site.ts'
import { toAuthorName } from '../../people/profile.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { isAreaOn } from '../../shared/areas.ts'
import { toToolPath } from '../../tools/tool.ts'
import { LinkButton } from '../../ui/button.tsx'
import { NotFoundNotice } from '../../ui/feedback/notice.tsx'
import { Rich } from '../../ui/format/rich-text.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as uiWords from '../../ui/words.ts'
import { readReview } from '../read-reviews.ts'
import { toReviewPath } from '../review.ts'
import * as reviewWords from '../words/review.ts'
import type { Route } from './+types/review-history'
import { type Part, readHistory, type Version } from './read-history.ts'

// Loaded only for members.
const RedactButton = lazy(() => import('./redact-button.tsx'))

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const review = await readReview(site, params.id)
  if (!review) throw data(null, { status: 404 })
  return { review, versions: await readHistory(site, review) }
}

/** The tool's page has the review as it is; search engines need no other version. */
export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData
      ? reviewWords.historyTitle(loaderData.review.tools.name, toAuthorName(loaderData.review))
      : reviewWords.missing,
    description: loaderData ? reviewWords.description : reviewWords.missingDescription,
    noIndex: true,
  })

/** All versions of a review, with what changed between them (spec 3 §3.2). */
export default function ReviewHistory({ loaderData: { review, versions } }: Route.ComponentProps) {
  const total = versions.reduce((sum, { votes }) => sum + votes, 0)
  const earlier = total - (versions.find(({ isCurrent }) => isCurrent)?.votes ?? 0)
  return (
    <div className="page column grid gap-6 py-6">
      <header>
        <p className="text-sm text-soft">
          <Rich
            text={reviewWords.heading}
            parts={{
              tool: (
                <Link to={toToolPath(review.tools)} className="hover:underline">
                  {review.tools.name}
                </Link>
              ),
              reviewer: toAuthorName(review),
            }}
          />
        </p>
        <h1 className="display mt-1 text-title">{reviewWords.historyHeading}</h1>
        {earlier > 0 ? <p className="mt-3">{reviewWords.earlierVotes(earlier, total)}</p> : null}
        <p className="mt-2 text-sm text-soft">
          {versions.length > 1 ? (
            <Rich
              text={reviewWords.legend}
              parts={{ ins: (words) => <ins>{words}</ins>, del: (words) => <del>{words}</del> }}
            />
          ) : (
            reviewWords.only
          )}
        </p>
      </header>
      <ol className="grid gap-4">
        {versions.map((version) => (
          <li key={version.number}>
            <VersionCard version={version}>
              {version.isCurrent || version.isRedacted ? null : (
                <SignedIn>
                  <Suspense>
                    <RedactButton
                      reviewId={review.id}
                      authorId={review.user_id}
                      number={version.number}
                      headingId={toHeadingId(version)}
                    />
                  </Suspense>
                </SignedIn>
              )}
            </VersionCard>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        {isAreaOn('ledger') ? (
          <LinkButton to={`/ledger?subject=review:${review.id}`} look="secondary">
            {reviewWords.historyLedger}
          </LinkButton>
        ) : null}
        <LinkButton to={toReviewPath(review)} look="secondary">
          {reviewWords.back}
        </LinkButton>
      </div>
    </div>
  )
}

const toHeadingId = ({ number }: Version) => `version-${number}`

function VersionCard({ version, children }: { version: Version; children: React.ReactNode }) {
  const id = toHeadingId(version)
  return (
    <article aria-labelledby={id} className="panel grid gap-3 p-4">
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id={id} tabIndex={-1} className="font-semibold outline-none">
          {reviewWords.version(version.number, version.writtenAt)}
        </h2>
        <p className="text-sm text-soft">
          {version.isCurrent ? `${reviewWords.current} · ` : null}
          {reviewWords.votes(version.votes)}
        </p>
      </header>
      {version.isRedacted ? <p className="text-soft">{reviewWords.redacted}</p> : null}
      <dl className="grid gap-2">
        {version.fields.map(({ name, parts }) => (
          <div key={name} className="grid gap-x-4 sm:grid-cols-[6rem_minmax(0,1fr)]">
            <dt className="text-sm text-soft sm:pt-0.5">{reviewWords.fields[name]}</dt>
            <dd
              className={`whitespace-pre-line wrap-anywhere ${name === 'context' ? 'first-letter:uppercase' : ''}`}
            >
              <ChangedText parts={parts} />
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </article>
  )
}

function ChangedText({ parts }: { parts: Part[] }) {
  return parts.map(({ place, text, change }) =>
    change === 'added' ? (
      <ins key={place} className="bg-good/15">
        {text}
      </ins>
    ) : change === 'removed' ? (
      <del key={place} className="mr-1 bg-bad/10">
        {text}
      </del>
    ) : (
      text
    ),
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <NotFoundNotice error={error} title={reviewWords.missing} text={reviewWords.missingMore}>
    <LinkButton to="/all-tools">{uiWords.browseAllTools}</LinkButton>
  </NotFoundNotice>
)
