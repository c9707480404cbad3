import { Link } from 'react-router'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { formatDay } from '../../ui/format/day.ts'
import { hidden, Rich } from '../../ui/format/rich-text.tsx'
import * as uiWords from '../../ui/words.ts'
import { toCasePath } from '../subject.ts'
import * as usersWords from './words.ts'

export interface FoundUser {
  user_id: string
  username: string
  created_at: string
  is_suspended: boolean
  /** Null without an end. */
  suspended_until: string | null
  review_count: number
  /** For administrators alone. */
  email: string | null
}

export function UserRow({ user }: { user: FoundUser }) {
  const { user_id, username, created_at, suspended_until, email } = user
  return (
    <article className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="grid gap-0.5">
        <h2 className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          <Link to={`/user/${username}`} className="leading-6 hover:underline">
            {username}
          </Link>
          {user.is_suspended ? (
            <Badge look="marked">
              {suspended_until
                ? usersWords.suspendedUntil(formatDay(suspended_until))
                : usersWords.suspended}
            </Badge>
          ) : null}
        </h2>
        <p className="text-sm text-soft wrap-anywhere">
          {email ? `${email} · ` : null}
          {uiWords.ratingReviews(user.review_count)}
          {' · '}
          {usersWords.since(formatDay(created_at))}
        </p>
      </div>
      <LinkButton to={toCasePath('profile', user_id)} look="secondary">
        <Rich text={usersWords.openCase} parts={{ name: username, hidden }} />
      </LinkButton>
    </article>
  )
}
