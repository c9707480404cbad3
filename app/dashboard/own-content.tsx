import { Link } from 'react-router'
import { retryFailedReads, useRead } from '../data/query.ts'
import { readDrafts } from '../launches/read-launches.ts'
import { ListFacts } from '../lists/list-view.tsx'
import { readOwnLists } from '../lists/read-lists.ts'
import { readOwnReviews } from '../reviews/read-reviews.ts'
import { toReviewPath } from '../reviews/review.ts'
import { getReader, getSupabase } from '../session/session.ts'
import { LoadFailure } from '../ui/feedback/loading.tsx'
import { formatDay } from '../ui/format/day.ts'
import { Rich } from '../ui/format/rich-text.tsx'
import { Stars } from '../ui/stars.tsx'
import * as dashboardWords from './words.ts'

/** In the place of a section that may be empty or not. */
const FailedSection = ({ title }: { title: string }) => (
  <section className="panel p-6">
    <h2 className="display mb-4 text-2xl">{title}</h2>
    <LoadFailure onRetry={() => void retryFailedReads()} />
  </section>
)

/** The member's drafts of launches, if there are any (spec 7 §2). */
export function OwnDrafts({ userId }: { userId: string }) {
  const { data: drafts = [], isError } = useRead(['drafts', userId], async () =>
    readDrafts(await getReader()),
  )
  if (isError) return <FailedSection title={dashboardWords.drafts} />
  if (drafts.length === 0) return null
  return (
    <section aria-labelledby="drafts" className="panel p-6">
      <h2 id="drafts" className="display mb-4 text-2xl">
        {dashboardWords.drafts}
      </h2>
      <ul className="divide-y divide-line">
        {drafts.map(({ id, tagline, launch_date }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <Link
              to={`/launch/${id}/edit`}
              className="inline-block min-h-6 text-link wrap-anywhere hover:underline"
            >
              {tagline}
            </Link>
            <span className="text-sm text-soft">{formatDay(launch_date)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The member's reviews, newest first, each with a link to its form and what the maker replied. */
export function OwnReviews({ userId }: { userId: string }) {
  const { data: reviews = [], isError } = useRead(['own reviews', userId], async () =>
    readOwnReviews(await getReader(), userId),
  )
  if (isError) return <FailedSection title={dashboardWords.ownReviews} />
  if (reviews.length === 0) return null
  return (
    <section aria-labelledby="own-reviews" className="panel p-6">
      <h2 id="own-reviews" className="display mb-4 text-2xl">
        {dashboardWords.ownReviews}
      </h2>
      <ul className="divide-y divide-line">
        {reviews.map((review) => (
          <li key={review.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="flex flex-wrap items-center gap-x-2">
                <span className="font-semibold wrap-anywhere">{review.tools?.name}</span>
                <Stars rating={review.rating} size={14} />
                <span className="text-sm text-soft">{formatDay(review.created_at)}</span>
              </p>
              <Link
                to={toReviewPath(review)}
                className="inline-block min-h-6 text-link wrap-anywhere hover:underline"
              >
                {review.title}
              </Link>
              {review.review_replies ? (
                <p className="line-clamp-2 border-l-4 border-line pl-3 text-sm wrap-anywhere">
                  <Rich
                    text={dashboardWords.replied}
                    parts={{
                      company: review.review_replies.companies.name,
                      reply: review.review_replies.content,
                    }}
                  />
                </p>
              ) : null}
            </div>
            {review.tools ? (
              <Link
                to={`/write-review/${review.tools.slug}`}
                aria-label={dashboardWords.editReview(review.tools.name)}
                className="inline-flex min-h-11 items-center text-sm underline"
              >
                {dashboardWords.edit}
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

const LISTS_SHOWN = 5

/** The member's lists, the last changed first. */
export function OwnLists({ userId }: { userId: string }) {
  const { data: lists = [], isError } = useRead(['own lists', userId], async () =>
    readOwnLists(await getReader(), userId),
  )
  if (isError) return <FailedSection title={dashboardWords.lists} />
  if (lists.length === 0) return null
  return (
    <section aria-labelledby="own-lists" className="panel p-6">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="own-lists" className="display text-2xl">
          {dashboardWords.lists}
        </h2>
        <Link to="/lists" className="py-1 text-link hover:underline">
          {dashboardWords.allLists}
        </Link>
      </div>
      <ul className="divide-y divide-line">
        {lists.slice(0, LISTS_SHOWN).map((list) => (
          <li key={list.id} className="py-2">
            <Link
              to={`/list/${list.id}`}
              className="inline-block min-h-6 text-link wrap-anywhere hover:underline"
            >
              {list.name}
            </Link>
            <ListFacts list={list} isOwn />
          </li>
        ))}
      </ul>
    </section>
  )
}

const UNANSWERED_SHOWN = 5

/** Reviews without a reply of tools that the member's companies make; for confirmed members. */
async function readUnanswered(userId: string) {
  const supabase = await getSupabase()
  const { data: companies } = await supabase
    .from('company_members')
    .select('companies(tool_makers(tool_id))')
    .eq('user_id', userId)
    .eq('is_confirmed', true)
    .throwOnError()
  const tools = companies.flatMap(({ companies: { tool_makers } }) =>
    tool_makers.map(({ tool_id }) => tool_id),
  )
  if (tools.length === 0) return []
  const { data } = await supabase
    .from('reviews')
    .select('id, rating, title, created_at, tools(name), review_replies(review_id)')
    .in('tool_id', tools)
    .is('review_replies', null)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(UNANSWERED_SHOWN)
    .throwOnError()
  return data
}

/** What waits for an answer of the member. */
export function NeedsAnswer({ userId }: { userId: string }) {
  const { data: reviews = [], isError } = useRead(['unanswered', userId], () =>
    readUnanswered(userId),
  )
  if (isError) return <FailedSection title={dashboardWords.unanswered} />
  if (reviews.length === 0) return null
  return (
    <section aria-labelledby="needs-answer" className="panel p-6">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="needs-answer" className="display text-2xl">
          {dashboardWords.unanswered}
        </h2>
        <Link to="/company-dashboard" className="py-1 text-link hover:underline">
          {dashboardWords.answer}
        </Link>
      </div>
      <ul className="divide-y divide-line">
        {reviews.map(({ id, rating, title, created_at, tools }) => (
          <li key={id} className="py-2">
            <p className="flex flex-wrap items-center gap-x-2">
              <span className="font-semibold wrap-anywhere">{tools.name}</span>
              <Stars rating={rating} size={14} />
              <span className="text-sm text-soft">{formatDay(created_at)}</span>
            </p>
            <Link
              to={`/review/${id}`}
              className="inline-block min-h-6 text-link wrap-anywhere hover:underline"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
