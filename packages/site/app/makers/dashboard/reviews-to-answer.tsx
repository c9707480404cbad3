import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { sendCommand } from '../../data/command.ts'
import { findRow } from '../../data/command-error.ts'
import { queries, useRead } from '../../data/query.ts'
import { toReviewPath } from '../../reviews/review.ts'
import { fieldsOf, useCommandForm } from '../../session/forms/use-command-form.tsx'
import { getSupabase } from '../../session/session.ts'
import { readId } from '../../shared/parameters.ts'
import { Button } from '../../ui/button.tsx'
import { LoadFailure, RowsSkeleton } from '../../ui/feedback/loading.tsx'
import { toastFailure, toastSuccess } from '../../ui/feedback/toast.ts'
import { formatDay } from '../../ui/format/day.ts'
import { hidden, Rich } from '../../ui/format/rich-text.tsx'
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../../ui/forms/form-panel.tsx'
import { ReportLink } from '../../ui/links.tsx'
import { Section } from '../../ui/panels.tsx'
import { Stars } from '../../ui/stars.tsx'
import * as uiWords from '../../ui/words.ts'
import type { MadeTool } from '../maker-data.ts'
import * as makerWords from '../words.ts'
import type { MakerCompany } from './maker-sections.tsx'

/** A review of a tool of the company. */
interface AnsweredReview {
  id: string
  title: string
  content: string
  rating: number
  created_at: string
  tool_id: string
  tools: { name: string }
  review_replies: { content: string } | null
}

const COLUMNS =
  'id, title, content, rating, created_at, tool_id, tools(name), review_replies(content)' as const
const REVIEWS_SHOWN = 10
const KEY = 'reviews to answer'

async function readUnanswered(toolIds: readonly string[]) {
  const supabase = await getSupabase()
  const { data, count } = await supabase
    .from('reviews')
    .select(COLUMNS, { count: 'exact' })
    .in('tool_id', toolIds)
    .is('review_replies', null)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(REVIEWS_SHOWN)
    .throwOnError()
  return { reviews: data as AnsweredReview[], total: count ?? data.length }
}

interface ReviewsToAnswerProps {
  company: MakerCompany
  tools: readonly MadeTool[]
}

/** The newest reviews without a reply, and the one that the address names. */
export function ReviewsToAnswer({ company, tools }: ReviewsToAnswerProps) {
  const [parameters] = useSearchParams()
  const wanted = readId(parameters, 'reply')
  const toolIds = tools.map(({ id }) => id)
  const { data, isError, refetch } = useRead([KEY, ...toolIds], () => readUnanswered(toolIds), {
    staleTime: 0,
  })
  const refresh = () => queries.invalidateQueries({ queryKey: [KEY] })
  const others = data?.reviews.filter(({ id }) => id !== wanted)
  return (
    <Section id="to-answer" title={makerWords.answerTitle}>
      {wanted ? (
        <OneReview id={wanted} toolIds={toolIds} company={company} onDone={refresh} />
      ) : null}
      {isError ? <LoadFailure onRetry={() => void refetch()} /> : null}
      {!data && !isError ? <RowsSkeleton count={2} /> : null}
      {others?.length === 0 && !wanted ? (
        <p role="status" className="text-soft">
          {tools.some(({ review_count }) => review_count > 0)
            ? makerWords.answerNone
            : makerWords.answerNoReviews}
        </p>
      ) : null}
      {others && others.length > 0 ? (
        <ul className="grid gap-4 divide-y divide-line *:not-first:pt-4">
          {others.map((review) => (
            <li key={review.id}>
              <ReviewToAnswer review={review} company={company} onDone={refresh} />
            </li>
          ))}
        </ul>
      ) : null}
      {data && data.total > data.reviews.length ? (
        <p className="text-sm text-soft">
          {makerWords.answerMore(data.total - data.reviews.length)}
        </p>
      ) : null}
    </Section>
  )
}

interface OneReviewProps {
  id: string
  toolIds: readonly string[]
  company: MakerCompany
  onDone: () => Promise<void>
}

/** The review of a link, with its reply if it has one. */
function OneReview({ id, toolIds, company, onDone }: OneReviewProps) {
  const { data, isError, refetch } = useRead(
    [KEY, 'one', id],
    async () => {
      const reviews = (await getSupabase()).from('reviews').select(COLUMNS)
      return (await findRow(reviews.eq('id', id).maybeSingle())) as AnsweredReview | null
    },
    { staleTime: 0 },
  )
  if (isError) return <LoadFailure onRetry={() => void refetch()} />
  if (data === undefined) return <RowsSkeleton count={1} />
  if (!data || !toolIds.includes(data.tool_id)) {
    return (
      <p role="status" className="text-soft">
        {data ? makerWords.replyForeign : makerWords.replyMissing}
      </p>
    )
  }
  return (
    <div className="border-b border-line pb-4">
      <ReviewToAnswer
        key={data.review_replies?.content}
        isOpen
        review={data}
        company={company}
        onDone={onDone}
      />
    </div>
  )
}

interface ReviewToAnswerProps {
  review: AnsweredReview
  company: MakerCompany
  isOpen?: boolean
  onDone: () => Promise<void>
}

function ReviewToAnswer({ review, company, isOpen = false, onDone }: ReviewToAnswerProps) {
  const [isReplying, setReplying] = useState(isOpen)
  const { id, title, content, rating, created_at, tools, review_replies: reply } = review
  return (
    <article className="grid gap-3" aria-labelledby={`answer-${id}`}>
      <header className="grid gap-1">
        <h3 id={`answer-${id}`} className="font-semibold wrap-anywhere">
          <Link to={toReviewPath(review)} className="hover:underline">
            {title}
          </Link>
        </h3>
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
          <Stars rating={rating} size={14} />
          <span className="wrap-anywhere">{tools.name}</span>
          <time dateTime={created_at}>{formatDay(created_at)}</time>
          <ReportLink type="review" id={id} name={title} />
        </p>
      </header>
      <p className="whitespace-pre-line wrap-anywhere">{content}</p>
      {isReplying ? (
        <ReplyForm
          review={review}
          company={company}
          onDone={onDone}
          onCancel={() => setReplying(false)}
        />
      ) : (
        <div>
          <Button look="secondary" onClick={() => setReplying(true)}>
            <span>
              <Rich
                text={reply ? makerWords.answerEdit : makerWords.answerReply}
                parts={{ title, hidden }}
              />
            </span>
          </Button>
        </div>
      )}
    </article>
  )
}

const REPLY_MAX = 2000
const REPLY_MIN = 10

interface ReplyFormProps {
  review: AnsweredReview
  company: MakerCompany
  onDone: () => Promise<void>
  onCancel: () => void
}

/** Writes, changes or deletes the reply of the company to a review. */
function ReplyForm({ review, company, onDone, onCancel }: ReplyFormProps) {
  const { id, tool_id, review_replies: reply } = review
  const { form, panel } = useCommandForm<{ content: string }, void>({
    empty: { content: reply?.content ?? '' },
    draft: `reply ${id}`,
    send: async ({ content }) => {
      const replies = (await getSupabase()).from('review_replies')
      const sent = reply
        ? replies.update({ content }).eq('review_id', id)
        : replies.insert({ review_id: id, tool_id, company_id: company.id, content })
      await sendCommand(sent.select('review_id').single())
    },
    onSent: async () => {
      void toastSuccess(makerWords.replySent)
      onCancel()
      await onDone()
    },
  })
  const remove = async () => {
    const replies = (await getSupabase()).from('review_replies')
    await sendCommand(replies.delete().eq('review_id', id))
    void toastSuccess(makerWords.replyDeleted)
    onCancel()
    await onDone()
  }
  const field = fieldsOf(form)
  return (
    <FormPanel {...panel} className="grid gap-4">
      <TextAreaField
        label={makerWords.replyLabel(company.name)}
        {...field('content', {
          validate: (text) => text.trim().length >= REPLY_MIN || makerWords.replyTooShort,
        })}
        hint={makerWords.replyHint}
        rows={5}
        maxLength={REPLY_MAX}
        required
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{reply ? makerWords.replySave : makerWords.replySend}</SubmitButton>
        <Button look="secondary" onClick={onCancel}>
          {uiWords.cancel}
        </Button>
        {reply ? (
          <ConfirmButton
            label={makerWords.replyDelete}
            title={makerWords.replyDeleteTitle}
            text={makerWords.replyDeleteText}
            cancelLabel={uiWords.keepIt}
            confirmLabel={makerWords.replyDelete}
            onConfirm={() => toastFailure(remove())}
          />
        ) : null}
      </div>
    </FormPanel>
  )
}
