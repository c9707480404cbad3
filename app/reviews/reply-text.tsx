import { Link } from 'react-router'
import { ClippedText } from '../ui/clipped-text.tsx'
import { formatDay } from '../ui/format/day.ts'
import { Rich } from '../ui/format/rich-text.tsx'
import { ReportLink } from '../ui/links/report-link.tsx'
import type { Review } from './review.ts'
import * as reviewWords from './words/review.ts'

/** What the maker of the tool replied to a review. */
export function ReplyText({ review, isWhole }: { review: Review; isWhole: boolean }) {
  const { review_replies: reply, revision } = review
  if (!reply) return null
  const { content, companies, company_id, created_at, edited_at, review_revision } = reply
  return (
    <div className="grid gap-1.5 border-l-2 border-line pl-3.5 sm:pl-4">
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
        <span className="font-medium text-ink wrap-anywhere">
          <Rich
            text={reviewWords.replyBy}
            parts={{
              company: (
                <Link
                  to={`/company/${company_id}`}
                  className="inline-block leading-6 hover:underline"
                >
                  {companies.name}
                </Link>
              ),
            }}
          />
        </span>
        <time dateTime={created_at}>{formatDay(created_at)}</time>
        {edited_at ? <span>{reviewWords.replyEdited(edited_at)}</span> : null}
        {review_revision === revision ? null : <span>{reviewWords.replyEarlier}</span>}
        <ReportLink
          type="reply"
          id={review.id}
          name={reviewWords.replyName(companies.name)}
          className="ml-auto"
        />
      </p>
      {isWhole ? (
        <p className="whitespace-pre-line wrap-anywhere">{content}</p>
      ) : (
        <ClippedText text={content} />
      )}
    </div>
  )
}
