import { CircleCheck, SearchX } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { describeAs, findRow } from '../../data/command-error.ts'
import { useRead } from '../../data/query.ts'
import { callFunction } from '../../session/call-function.ts'
import { getSupabase } from '../../session/session.ts'
import { useMember } from '../../session/signed-in.tsx'
import { toToolPath } from '../../tools/tool.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { LoadFailure, Loading } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toastFailure } from '../../ui/feedback/toast.ts'
import { formatDay } from '../../ui/format/day.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { Stars } from '../../ui/stars.tsx'
import { toReviewPath } from '../review.ts'
import * as writeWords from '../words/write.ts'
import type { Route } from './+types/confirm-review'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: writeWords.confirmTitle,
    description: writeWords.confirmDescription,
    noIndex: true,
  })

async function readOwnReview(id: string, author: string) {
  const supabase = await getSupabase()
  return findRow(
    supabase
      .from('reviews')
      .select('id, title, content, rating, created_at, tools(name, slug)')
      .eq('id', id)
      .eq('user_id', author)
      .maybeSingle(),
  )
}

/** Asks the author about a review, a year after it was written (spec 7 §5). */
export default function ConfirmReview({ params: { id } }: Route.ComponentProps) {
  const user = useMember()
  const [isBusy, setBusy] = useState(false)
  const [day, setDay] = useState<string>()
  const {
    data: review,
    isError,
    refetch,
  } = useRead(['review to confirm', id, user.id], () => readOwnReview(id, user.id))
  const confirm = async () => {
    setBusy(true)
    setDay(
      await callFunction('confirm_review', { review: id }).catch(
        describeAs(writeWords.confirmFailed),
      ),
    )
  }
  if (isError) return <LoadFailure onRetry={() => void refetch()} />
  if (review === undefined) return <Loading className="page py-6" />
  if (review === null) {
    return (
      <Notice
        isPage
        icon={SearchX}
        title={writeWords.confirmMissing}
        text={writeWords.confirmMissingMore}
      />
    )
  }
  if (day !== undefined) {
    return (
      <Notice
        isPage
        role="status"
        icon={CircleCheck}
        title={writeWords.confirmDone}
        text={writeWords.confirmDoneMore(formatDay(day))}
      >
        <LinkButton to={toReviewPath(review)} look="secondary">
          {writeWords.confirmSee}
        </LinkButton>
      </Notice>
    )
  }
  return (
    <div className="page column grid gap-6 py-6">
      <header className="grid gap-2">
        <h1 className="display text-title">{writeWords.confirmTitle}</h1>
        <p className="text-soft">{writeWords.confirmText}</p>
      </header>
      <section className="panel grid gap-3 p-6" aria-labelledby="review-title">
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <Link to={toToolPath(review.tools)} className="font-medium wrap-anywhere hover:underline">
            {review.tools.name}
          </Link>
          <Stars rating={review.rating} />
        </p>
        <h2 id="review-title" className="font-semibold wrap-anywhere">
          {review.title}
        </h2>
        <p className="whitespace-pre-line wrap-anywhere">{review.content}</p>
        <time dateTime={review.created_at} className="text-sm text-soft">
          {formatDay(review.created_at)}
        </time>
      </section>
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={isBusy}
          onClick={() => toastFailure(confirm().finally(() => setBusy(false)))}
        >
          {writeWords.confirmGo}
        </Button>
        <LinkButton to={`/write-review/${review.tools.slug}`} look="secondary">
          {writeWords.confirmChange}
        </LinkButton>
      </div>
    </div>
  )
}
