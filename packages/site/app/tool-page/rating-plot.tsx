import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Reader } from '../data/cache-tags.ts'
import { toAuthorName } from '../people/profile.ts'
import { listInterests, sentReview, toReviewPath } from '../reviews/review.ts'
import * as detailWords from '../tools/words/detail.ts'
import { formatCount } from '../ui/format/numbers.ts'
import { MarkDots } from '../ui/mark.tsx'

/** A review as a dot. */
export interface Dot {
  id: string
  rating: number
  /** Its title and author. */
  label: string
  /** Why it is not counted; null if it is. */
  reason: string | null
}

/** Above this number of reviews a dot has no link of its own, and its column lists the reviews. */
const DOTS_MAX = 120

/** The reviews of a tool, the newest first; null if there are too many for links. */
export async function readDots({ supabase, tag }: Reader, toolId: string): Promise<Dot[] | null> {
  tag(`reviews:${toolId}`, 'profiles')
  const { data } = await supabase
    .from('reviews')
    .select(
      'id, user_id, rating, title, relationship, incentive, profiles(username, first_name, last_name)',
    )
    .eq('tool_id', toolId)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(DOTS_MAX + 1)
    .throwOnError()
  if (data.length > DOTS_MAX) return null
  return data.map((review) => ({
    id: review.id,
    rating: review.rating,
    label: detailWords.dot(review.title, toAuthorName(review), review.rating),
    reason: listInterests({ ...review, campaign_id: null })[0] ?? null,
  }))
}

interface RatingPlotProps {
  /** Null if there are too many. */
  dots: readonly Dot[] | null
  /** How many reviews have 1 to 5 stars, and how many of them count. */
  reviews: readonly number[]
  counted: readonly number[]
}

const STARS = [1, 2, 3, 4, 5]

/**
 * A column of reviews for each number of stars. Its number lists them. The dots are one stop of the Tab key, and the
 * arrow keys move between them.
 */
export function RatingPlot({ dots, reviews, counted }: RatingPlotProps) {
  const plot = useRef<HTMLSpanElement>(null)
  const ordered = STARS.flatMap((stars) => dots?.filter(({ rating }) => rating === stars) ?? [])
  const own = sentReview.use()
  useEffect(() => {
    if (own === null) return
    // The address leads to the review, for later.
    plot.current?.querySelector('[data-own]')?.scrollIntoView({ block: 'center' })
    return () => sentReview.set(null)
  }, [own])
  const move = (event: React.KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key]
    const all = [...(plot.current?.querySelectorAll<HTMLElement>('[data-dot]') ?? [])]
    // From the plot itself the first arrow key leads to the first dot.
    const next = all[all.indexOf(document.activeElement as HTMLElement) + (step ?? 0)]
    if (!step || !next) return
    event.preventDefault()
    next.focus()
  }
  const numbers = STARS.map((stars, at) =>
    reviews[at] ? (
      <Link
        key={stars}
        to={`?rating=${stars}#reviews`}
        aria-label={detailWords.dotsOf(stars, reviews[at])}
        className="justify-self-center px-2 text-xs/6 font-semibold tabular-nums hover:underline"
      >
        {formatCount(reviews[at])}
      </Link>
    ) : null,
  )
  if (!dots) return <MarkDots reviews={reviews} counted={counted} numbers={numbers} />
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <span
      ref={plot}
      role="group"
      aria-label={detailWords.dots}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the one stop of the Tab key, from which the arrow keys reach the dots.
      tabIndex={0}
      className="dots"
      onKeyDown={move}
    >
      {STARS.map((stars, at) => (
        <span key={stars}>
          {numbers[at]}
          <span>
            {ordered.map((dot) =>
              dot.rating === stars ? (
                <Link
                  key={dot.id}
                  to={toReviewPath(dot)}
                  data-dot={dot.reason === null ? '' : 'uncounted'}
                  data-own={own === dot.id ? detailWords.you : undefined}
                  aria-label={dot.label}
                  tabIndex={-1}
                />
              ) : null,
            )}
          </span>
        </span>
      ))}
    </span>
  )
}
