import { Link } from 'react-router'
import type { Reader } from '../../data/cache-tags.ts'
import { buildCursorFilter, encodeCursor, readFromCursor, type SortKey } from '../../data/keyset.ts'
import { getReader } from '../../session/session.ts'
import { SampleBadge } from '../../ui/badge.tsx'
import { formatDay } from '../../ui/format/day.ts'
import { ShowMore, useLoadMore } from '../../ui/show-more.tsx'
import { Stars } from '../../ui/stars.tsx'
import * as peopleWords from '../words.ts'

const REVIEWS_PER_PAGE = 10
const KEYS: readonly SortKey[] = [{ column: 'created_at' }, { column: 'id' }]

export type ReviewsPage = Awaited<ReturnType<typeof readReviewsBy>>

/** Reads the reviews of a person who is not private, the newest first. */
export const readReviewsBy = (reader: Reader, userId: string, after: string | null) =>
  readFromCursor(after, async (cursor) => {
    const { supabase, tag } = reader
    tag(`user:${userId}`, 'tools')
    let query = supabase
      .from('reviews')
      .select('id, rating, title, content, created_at, is_sample, tools(id, name, slug)' as const)
      .eq('user_id', userId)
    const filter = buildCursorFilter(cursor, KEYS)
    if (filter) query = query.or(filter)
    for (const { column } of KEYS) query = query.order(column, { ascending: false })
    const { data: reviews } = await query.limit(REVIEWS_PER_PAGE).throwOnError()
    // A change announces the reviews of its tool.
    tag(...reviews.map(({ tools }) => `reviews:${tools.id}` as const))
    const last = reviews.length === REVIEWS_PER_PAGE ? reviews.at(-1) : undefined
    return { reviews, next: last ? encodeCursor({ ...last }, KEYS) : null }
  })

/** The reviews themselves: stars, title, first lines and tool. */
export function ProfileReviews({ userId, page }: { userId: string; page: ReviewsPage }) {
  const list = useLoadMore(page, async (after) => readReviewsBy(await getReader(), userId, after))
  const reviews = list.pages.flatMap((each) => each.reviews)
  if (reviews.length === 0) return null
  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews" className="display mb-4 text-lg">
        {peopleWords.reviewsTitle}
      </h2>
      <div className="grid gap-3">
        {reviews.map(({ id, rating, title, content, created_at, is_sample, tools }) => (
          <article key={id} className="panel grid gap-2 p-4">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
              <Stars rating={rating} />
              <Link
                to={`/tool/${tools.slug}`}
                className="inline-flex min-h-6 items-center text-link wrap-anywhere hover:underline"
              >
                {tools.name}
              </Link>
              <time dateTime={created_at}>{formatDay(created_at)}</time>
              {is_sample ? <SampleBadge /> : null}
            </p>
            <h3 className="font-semibold wrap-anywhere">
              <Link to={`/review/${id}`} className="inline-block min-h-6 hover:underline">
                {title}
              </Link>
            </h3>
            <p className="line-clamp-3 whitespace-pre-line wrap-anywhere">{content}</p>
          </article>
        ))}
      </div>
      <ShowMore {...list} />
    </section>
  )
}
