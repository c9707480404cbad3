import { SearchX } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import { PersonLink } from '../../people/person-link.tsx'
import { callFunction } from '../../session/call-function.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { formatDay } from '../../ui/format/day.ts'
import { hidden, Rich } from '../../ui/format/rich-text.tsx'
import { InputField } from '../../ui/forms/field.tsx'
import { useDebounced } from '../../ui/forms/use-debounced.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import * as uiWords from '../../ui/words.ts'
import { StaffList } from '../staff/staff-list.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { useStaff, useStaffRead } from '../staff/staff-role.ts'
import { toCasePath } from '../words/reasons.ts'
import * as staffWords from '../words/staff.ts'
import type { Route } from './+types/users'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: staffWords.usersTitle,
    description: staffWords.usersDescription,
    noIndex: true,
  })

/** Members and their suspensions (spec 3 §1.6). */
export default function UsersScreen() {
  const { user, role } = useStaff()
  return (
    <StaffPage title={staffWords.usersTitle} intro={staffWords.usersIntro}>
      <Search userId={user.id} isAdmin={role === 'admin'} />
    </StaffPage>
  )
}

function Search({ userId, isAdmin }: { userId: string; isAdmin: boolean }) {
  // In the history entry: a reload and "Back" keep it, and no address of a person gets into the URL.
  const { state } = useLocation() as { state: { query?: string } | null }
  const navigate = useNavigate()
  const typed = state?.query ?? ''
  const wanted = useDebounced(typed.trim())
  const found = useStaffRead(
    ['moderation users', userId, wanted],
    async () => {
      const users = await callFunction('moderation_users', { query: wanted })
      return users as FoundUser[]
    },
    { enabled: wanted !== '' },
  )
  return (
    <div className="grid gap-6">
      <search className="max-w-xl">
        <InputField
          label={isAdmin ? staffWords.searchByAddress : staffWords.search}
          hint={isAdmin ? staffWords.searchByAddressHint : staffWords.searchHint}
          type="search"
          value={typed}
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
          onChange={({ target }) =>
            void navigate('.', {
              replace: true,
              state: { query: target.value },
              preventScrollReset: true,
            })
          }
        />
      </search>
      {wanted === '' ? null : (
        <>
          {found.data?.length ? (
            <p role="status" className="text-sm text-soft">
              {staffWords.found(found.data.length)}
              {found.data.length === MAX_FOUND ? ` ${staffWords.foundMore}` : null}
            </p>
          ) : null}
          <StaffList
            of={found}
            toKey={({ user_id }) => user_id}
            placeholders={3}
            none={
              <Notice
                role="status"
                icon={SearchX}
                title={staffWords.usersNone}
                text={staffWords.usersNoneMore}
              />
            }
          >
            {(each) => <UserRow user={each} />}
          </StaffList>
        </>
      )}
    </div>
  )
}

/** The database returns at most this many. */
const MAX_FOUND = 24

interface FoundUser {
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

function UserRow({ user }: { user: FoundUser }) {
  const { user_id, username, created_at, suspended_until, email } = user
  return (
    <article className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="grid gap-0.5">
        <h2 className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          <PersonLink username={username}>{username}</PersonLink>
          {user.is_suspended ? (
            <Badge look="strong">
              {suspended_until
                ? staffWords.suspendedUntil(formatDay(suspended_until))
                : staffWords.suspended}
            </Badge>
          ) : null}
        </h2>
        <p className="text-sm text-soft wrap-anywhere">
          {email ? `${email} · ` : null}
          {uiWords.ratingReviews(user.review_count)}
          {' · '}
          {staffWords.since(formatDay(created_at))}
        </p>
      </div>
      <LinkButton to={toCasePath('profile', user_id)} look="secondary">
        <Rich text={staffWords.openCase} parts={{ name: username, hidden }} />
      </LinkButton>
    </article>
  )
}
