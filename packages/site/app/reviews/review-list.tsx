import { useCallback } from 'react'
import { Form, Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { getReader } from '../session/session.ts'
import { type Subscribe, useLiveUpdates } from '../session/use-live-updates.ts'
import { SectionFailure } from '../ui/feedback/section-failure.tsx'
import { Rich } from '../ui/format/rich-text.tsx'
import { SelectField } from '../ui/forms/field.tsx'
import { linkTo } from '../ui/links.tsx'
import { ShowMore, useLoadMore } from '../ui/show-more.tsx'
import * as uiWords from '../ui/words.ts'
import type { ReviewPage, ReviewQuery } from './read-reviews.ts'
import { ReviewCard } from './review-card.tsx'
import { type FilterProps, HiddenFilters, ReviewFilters } from './review-filters.tsx'
import * as reviewWords from './words/review.ts'

interface ReviewListProps extends FilterProps {
  /** Undefined if the reviews could not be read. */
  page: ReviewPage | undefined
  /** The page that edits the member's own review. */
  editPath: string
  toolName: string
  /** The number of all reviews of the tool. */
  total: number
  /** On a phone: what follows the first three reviews. */
  children?: React.ReactNode
}

/** A tool's reviews, by default newest first. */
export function ReviewList({
  page,
  editPath,
  toolName,
  total,
  children,
  ...filters
}: ReviewListProps) {
  const { query } = filters
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const { order, rating, mention } = query
  const setParameter = (name: string, value: string) => {
    const next = new URLSearchParams(parameters)
    next.delete('after')
    if (value) next.set(name, value)
    else next.delete(name)
    void navigate(`${pathname}?${next}`, { preventScrollReset: true, replace: true })
  }
  return (
    <section aria-labelledby="reviews" className="grid gap-2 sm:gap-4">
      <div className="flex items-center justify-between gap-x-2 gap-y-4 sm:flex-wrap sm:items-end">
        <h2 id="reviews" tabIndex={-1} className="display scroll-mt-32 text-lg outline-none">
          {reviewWords.listTitle}
        </h2>
        {total > 0 ? (
          // A phone has no room for the labels of the two lists.
          <Form className="flex min-w-0 items-end gap-2 max-sm:text-sm max-sm:[&_label]:sr-only max-sm:[&_select]:pr-7 max-sm:[&_select]:pl-2 sm:flex-wrap sm:gap-3">
            {mention ? <input type="hidden" name={mention.side} value={mention.text} /> : null}
            <HiddenFilters filters={query.filters} />
            <SelectField
              label={reviewWords.listRating}
              name="rating"
              options={reviewWords.RATINGS}
              value={rating ? String(rating) : ''}
              onChange={(event) => setParameter('rating', event.target.value)}
            />
            <SelectField
              label={reviewWords.listOrder}
              name="order"
              options={reviewWords.ORDERS}
              value={order}
              onChange={(event) => setParameter('order', event.target.value)}
            />
            <noscript>
              <button type="submit">{uiWords.apply}</button>
            </noscript>
          </Form>
        ) : null}
      </div>
      {total > 0 ? (
        <p className="text-soft max-sm:text-xs sm:text-sm">
          <Rich
            text={reviewWords.checked}
            parts={{
              tool: toolName,
              link: linkTo('/guidelines#reviews', 'underline'),
            }}
          />
        </p>
      ) : null}
      {/* A key of its own: the list of reviews, a sibling, has the query as its key. */}
      {total > 0 ? <ReviewFilters key={`filters ${JSON.stringify(query)}`} {...filters} /> : null}
      {mention ? (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="wrap-anywhere">
            <Rich text={reviewWords.listMention[mention.side]} parts={{ point: mention.text }} />
          </span>
          <Link
            to={`${pathname}#reviews`}
            className="text-link hover:underline"
            // The link is gone when all reviews are listed.
            onClick={() => document.getElementById('reviews')?.focus()}
          >
            {reviewWords.listAll}
          </Link>
        </p>
      ) : null}
      {page ? (
        <Reviews key={JSON.stringify(query)} page={page} total={total} editPath={editPath}>
          {children}
        </Reviews>
      ) : (
        <SectionFailure />
      )}
    </section>
  )
}

interface ReviewsProps extends Pick<ReviewListProps, 'total' | 'editPath' | 'children'> {
  page: ReviewPage
}

/** After so many reviews a phone shows the alternatives. */
const FIRST_REVIEWS = 3

function Reviews({ page, total, editPath, children }: ReviewsProps) {
  // If the number of reviews changes, the list restarts: the cursor's review may be deleted.
  const list = useLoadMore(page, loadReviews(page.query), total)
  useLiveReviews(page.query.toolId, list.pages.length > 1)
  const { pathname } = useLocation()
  if (page.reviews.length === 0) {
    return (
      <>
        <p role="status" className="panel p-6 text-soft">
          {total === 0 ? (
            reviewWords.listNone
          ) : page.query.filters ? (
            <Rich text={reviewWords.filterNone} parts={{ link: linkTo(`${pathname}#reviews`) }} />
          ) : (
            reviewWords.listNoneOfFilter
          )}
        </p>
        {children}
      </>
    )
  }
  const cards = list.pages.flatMap(({ reviews }) => {
    const reviewIds = reviews.map(({ id }) => id)
    return reviews.map((review) => (
      <li key={review.id}>
        <ReviewCard review={review} editPath={editPath} reviewIds={reviewIds} />
      </li>
    ))
  })
  return (
    <>
      <ul className="grid gap-3 sm:gap-4">{cards.slice(0, FIRST_REVIEWS)}</ul>
      {children}
      {cards.length > FIRST_REVIEWS ? (
        <ul className="grid gap-3 sm:gap-4">{cards.slice(FIRST_REVIEWS)}</ul>
      ) : null}
      <ShowMore {...list} />
    </>
  )
}

const loadReviews = (query: ReviewQuery) => async (after: string) => {
  // Loaded only for further pages.
  const { readReviews } = await import('./read-reviews.ts')
  return readReviews(await getReader(), { ...query, after })
}

/** The list restarts if the number of reviews changes, so a reader of further pages has no updates. */
function useLiveReviews(toolId: string, hasFurtherPages: boolean): void {
  const subscribe = useCallback<Subscribe>(
    async (options) => {
      const { watchReviews } = await import('./watch-reviews.ts')
      const isShown = (id: string) => document.getElementById(`review-${id}`) !== null
      return watchReviews({ ...options, toolId, isShown })
    },
    [toolId],
  )
  useLiveUpdates(hasFurtherPages ? undefined : subscribe)
}
