import { useQuery } from '@tanstack/react-query'
import { queries } from '../data/query.ts'
import { OWN_REVIEW_KEY, readOwnReview } from '../reviews/write/submit-review.ts'
import { useSession } from '../session/session.ts'
import * as detailWords from '../tools/words/detail.ts'
import { LinkButton } from '../ui/button.tsx'

/** Leads to the form; after the member's first review of the tool it says "Edit your review". */
export default function MemberReviewLink({
  toolId,
  to,
  className,
}: {
  toolId: string
  to: string
  className: string
}) {
  const { user } = useSession()
  const userId = user?.id ?? ''
  const { data: review } = useQuery(
    {
      queryKey: [OWN_REVIEW_KEY, toolId, userId],
      queryFn: () => readOwnReview(toolId, userId),
      enabled: userId !== '',
    },
    queries,
  )
  return (
    <LinkButton to={to} className={className}>
      {review ? detailWords.editReview : detailWords.writeReview}
    </LinkButton>
  )
}
