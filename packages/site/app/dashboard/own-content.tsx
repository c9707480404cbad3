import type { UseQueryResult } from '@tanstack/react-query'
import { Link, type LinkProps } from 'react-router'
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
import { Section } from '../ui/panels.tsx'
import { Stars } from '../ui/stars.tsx'
import * as dashboardWords from './words.ts'

interface OwnSectionProps<Row> {
  id: string
  title: string
  rows: UseQueryResult<readonly Row[]>
  /** Below the list. */
  link?: { to: string; label: string }
  /** Renders a row as a list item. */
  children: (row: Row) => React.ReactNode
}

/** A list of the member's content, if there is any. */
function OwnSection<Row>({ id, title, rows, link, children }: OwnSectionProps<Row>) {
  if (!rows.isError && !rows.data?.length) return null
  return (
    <Section id={id} title={title}>
      {rows.isError ? (
        <LoadFailure onRetry={() => void retryFailedReads()} />
      ) : (
        <ul className="divide-y divide-line">{rows.data?.map(children)}</ul>
      )}
      {link ? (
        <Link to={link.to} className="justify-self-start py-1 text-link hover:underline">
          {link.label}
        </Link>
      ) : null}
    </Section>
  )
}

const RowLink = (props: LinkProps) => (
  <Link {...props} className="inline-block min-h-6 text-link wrap-anywhere hover:underline" />
)

/** The member's drafts of launches, if there are any (spec 7 §2). */
export function OwnDrafts({ userId }: { userId: string }) {
  const drafts = useRead(['drafts', userId], async () => readDrafts(await getReader()))
  return (
    <OwnSection id="drafts" title={dashboardWords.drafts} rows={drafts}>
      {({ id, tagline, launch_date }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
          <RowLink to={`/launch/${id}/edit`}>{tagline}</RowLink>
          <span className="text-sm text-soft">{formatDay(launch_date)}</span>
        </li>
      )}
    </OwnSection>
  )
}

/** The member's reviews, newest first, each with a link to its form and what the maker replied. */
export function OwnReviews({ userId }: { userId: string }) {
  const reviews = useRead(['own reviews', userId], async () =>
    readOwnReviews(await getReader(), userId),
  )
  return (
    <OwnSection id="own-reviews" title={dashboardWords.ownReviews} rows={reviews}>
      {(review) => (
        <li key={review.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
          <div className="min-w-0 flex-1 basis-60">
            <ReviewLines {...review} />
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
      )}
    </OwnSection>
  )
}

interface ShortReview {
  id: string
  title: string
  rating: number
  created_at: string
  tools: { name: string } | null
}

/** The tool, the rating and the day, and below them the title. */
const ReviewLines = ({ id, title, rating, created_at, tools }: ShortReview) => (
  <>
    <p className="flex flex-wrap items-center gap-x-2">
      <span className="font-semibold wrap-anywhere">{tools?.name}</span>
      <Stars rating={rating} size={14} />
      <span className="text-sm text-soft">{formatDay(created_at)}</span>
    </p>
    <RowLink to={toReviewPath({ id })}>{title}</RowLink>
  </>
)

const LISTS_SHOWN = 5

/** The member's lists, the last changed first. */
export function OwnLists({ userId }: { userId: string }) {
  const lists = useRead(
    ['own lists', userId],
    async () => readOwnLists(await getReader(), userId),
    { select: (all) => all.slice(0, LISTS_SHOWN) },
  )
  return (
    <OwnSection
      id="own-lists"
      title={dashboardWords.lists}
      rows={lists}
      link={{ to: '/lists', label: dashboardWords.allLists }}
    >
      {(list) => (
        <li key={list.id} className="py-2">
          <RowLink to={`/list/${list.id}`}>{list.name}</RowLink>
          <ListFacts list={list} isOwn />
        </li>
      )}
    </OwnSection>
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
  const reviews = useRead(['unanswered', userId], () => readUnanswered(userId))
  return (
    <OwnSection
      id="needs-answer"
      title={dashboardWords.unanswered}
      rows={reviews}
      link={{ to: '/company-dashboard', label: dashboardWords.answer }}
    >
      {(review) => (
        <li key={review.id} className="py-2">
          <ReviewLines {...review} />
        </li>
      )}
    </OwnSection>
  )
}
