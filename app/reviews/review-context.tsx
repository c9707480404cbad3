import { Link } from 'react-router'
import { describeUse, listInterests, type Review, toReviewPath } from './review.ts'
import * as readingWords from './words/reading.ts'

/** How the author uses the tool, and what else a reader should know of the review (spec 3 §3.2). */
export function ReviewContext({ review }: { review: Review }) {
  const use = describeUse(review)
  const { edited_at: editedAt, first_published_on: firstDay } = review
  return (
    <ul className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm text-soft empty:hidden">
      {use ? <li className="wrap-anywhere first-letter:uppercase">{use}</li> : null}
      {listInterests(review).map((interest) => (
        <li key={interest} className="font-medium text-ink">
          {interest}
        </li>
      ))}
      {firstDay ? <li>{readingWords.rewritten(firstDay)}</li> : null}
      {editedAt ? (
        <li>
          <Link to={`${toReviewPath(review)}/history`} className="inline-block leading-6 underline">
            {readingWords.edited(editedAt)}
          </Link>
        </li>
      ) : null}
    </ul>
  )
}
