import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import {
  Bell,
  BellOff,
  Building2,
  Flag,
  Gavel,
  Heart,
  type LucideIcon,
  MessageSquareReply,
  MessageSquareText,
  PenLine,
  Rocket,
  Undo2,
  UserPlus,
} from 'lucide-react'
import { Link } from 'react-router'
import { queries, retryFailedReads } from '../data/query.ts'
import { callFunction } from '../session/call-function.ts'
import { getReader } from '../session/session.ts'
import { useMember } from '../session/signed-in.tsx'
import { INTERFACE_LOCALE } from '../shared/languages.ts'
import { Button } from '../ui/button.tsx'
import { LoadFailure, RowsSkeleton } from '../ui/feedback/loading.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { toastFailure } from '../ui/feedback/toast.ts'
import { hidden, Rich } from '../ui/format/rich-text.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import { ShowMore } from '../ui/show-more.tsx'
import { Stars } from '../ui/stars.tsx'
import type { Route } from './+types/notifications'
import {
  describeNotification,
  type Names,
  type Notification,
  type NotificationPage,
  readNotifications,
  toRowKey,
} from './read-notifications.ts'
import { refreshNotifications, toNotificationsKey, useUnreadCount } from './unread.tsx'
import * as notificationWords from './words.ts'

const ICONS: Readonly<Record<string, LucideIcon>> = {
  decision: Gavel,
  report: Flag,
  appeal: Undo2,
  claim: Building2,
  edit: PenLine,
  reply: MessageSquareReply,
  review: MessageSquareText,
  follower: UserPlus,
  helpful_votes: Heart,
  launch: Rocket,
}

type Pages = InfiniteData<NotificationPage, string>

/** Marks these as read, or all. The page shows it at once. */
async function markRead(userId: string, ids?: readonly string[]): Promise<void> {
  const read_at = new Date().toISOString()
  // What is being read now would show them as unread again.
  await queries.cancelQueries({ queryKey: ['notifications', userId] })
  const isMarked = ({ id, read_at }: Notification) => !read_at && (ids?.includes(id) ?? true)
  queries.setQueryData<Pages>(toNotificationsKey(userId, 'list'), (shown) =>
    shown
      ? {
          ...shown,
          pages: shown.pages.map((page) => ({
            ...page,
            rows: page.rows.map((row) => (isMarked(row) ? { ...row, read_at } : row)),
          })),
        }
      : shown,
  )
  queries.setQueryData<number>(toNotificationsKey(userId, 'count'), (count = 0) =>
    ids ? Math.max(0, count - ids.length) : 0,
  )
  try {
    await callFunction('mark_notifications_read', ids ? { ids: [...ids] } : {})
  } finally {
    void refreshNotifications(userId)
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: notificationWords.title,
    description: notificationWords.description,
    noIndex: true,
  })

export default function NotificationsView() {
  const { id: userId } = useMember()
  const unread = useUnreadCount(userId)
  const list = useInfiniteQuery(
    {
      queryKey: toNotificationsKey(userId, 'list'),
      queryFn: async ({ pageParam }) => readNotifications(await getReader(), pageParam),
      initialPageParam: '',
      getNextPageParam: ({ next }) => next ?? undefined,
    },
    queries,
  )
  const pages = list.data?.pages ?? []
  const days = groupByDay(pages)
  return (
    <div className="page column grid gap-6 py-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="display text-title">{notificationWords.title}</h1>
        {unread > 0 ? (
          <Button look="secondary" onClick={() => toastFailure(markRead(userId))}>
            {notificationWords.markAll}
          </Button>
        ) : null}
      </div>
      {list.isPending ? <RowsSkeleton count={6} /> : null}
      {list.isError && pages.length === 0 ? (
        <LoadFailure onRetry={() => void retryFailedReads()} />
      ) : null}
      {list.isSuccess && days.length === 0 ? (
        <div className="panel">
          <Notice
            role="status"
            icon={BellOff}
            title={notificationWords.notificationsNone}
            text={notificationWords.notificationsNoneMore}
          />
        </div>
      ) : null}
      {days.map(([day, rows]) => (
        <section key={day} aria-label={day}>
          <h2 className="text-xs font-semibold text-soft mb-2">{day}</h2>
          <div className="panel divide-y divide-line overflow-hidden">
            {rows.map((row) => (
              <Row
                key={row.notifications[0].id}
                {...row}
                onOpen={() => {
                  const ids = row.notifications.map(({ id }) => id)
                  toastFailure(markRead(userId, ids))
                }}
              />
            ))}
          </div>
        </section>
      ))}
      <ShowMore
        next={list.hasNextPage ? (pages.at(-1)?.next ?? null) : null}
        loadMore={async () => void (await list.fetchNextPage())}
        isLoading={list.isFetchingNextPage}
        hasFailed={list.isFetchNextPageError}
      />
    </div>
  )
}

interface ListedRow {
  notifications: [Notification, ...Notification[]]
  /** Those of the first one. */
  names: Names
}

const DAY_MS = 86_400_000
/** Of the browser's time zone: the server does not render this page. */
const DAY = new Intl.DateTimeFormat(INTERFACE_LOCALE, { dateStyle: 'medium' })
const TIME = new Intl.DateTimeFormat(INTERFACE_LOCALE, { timeStyle: 'short' })

function groupByDay(pages: readonly NotificationPage[]): [day: string, ListedRow[]][] {
  const names = new Map([
    [DAY.format(Date.now() - DAY_MS), notificationWords.yesterday],
    [DAY.format(Date.now()), notificationWords.today],
  ])
  const days = new Map<string, Map<string, ListedRow>>()
  for (const page of pages) {
    for (const notification of page.rows) {
      const day = DAY.format(Date.parse(notification.created_at))
      const rows = days.get(day) ?? new Map<string, ListedRow>()
      days.set(day, rows)
      const key = toRowKey(notification)
      const row = rows.get(key)
      if (row) row.notifications.push(notification)
      else rows.set(key, { notifications: [notification], names: page.names })
    }
  }
  return [...days].map(([day, rows]) => [names.get(day) ?? day, [...rows.values()]])
}

function Row({ notifications, names, onOpen }: ListedRow & { onOpen: () => void }) {
  const [first, ...others] = notifications
  const line = describeNotification(first, names, others.length)
  if (!line) return null
  const { kind, created_at } = first
  const isRead = notifications.every((each) => each.read_at)
  const Icon = ICONS[kind] ?? Bell
  return (
    <article
      className={`relative flex items-start gap-3 border-l-4 px-3 py-3 hover:bg-sunken sm:px-4 ${isRead ? 'border-l-transparent' : 'border-l-ink'}`}
    >
      <Icon aria-hidden size={18} className="mt-1 shrink-0 text-soft" />
      <div className="min-w-0 flex-1">
        <Link
          to={line.path}
          className={`wrap-anywhere after:absolute after:inset-0 ${isRead ? '' : 'font-semibold'}`}
          onClick={isRead ? undefined : onOpen}
        >
          {isRead ? null : hidden(`${notificationWords.unread} `)}
          <Rich text={line.text} parts={line.parts} />
        </Link>
        {line.review ? (
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
            <Stars rating={line.review.rating} size={14} />
            <span className="wrap-anywhere">{line.review.title}</span>
          </p>
        ) : null}
      </div>
      <time dateTime={created_at} className="mt-0.5 shrink-0 text-sm text-soft">
        {TIME.format(Date.parse(created_at))}
      </time>
    </article>
  )
}
