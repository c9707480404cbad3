import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import { sendCommand } from '../../data/command.ts'
import { queries } from '../../data/query.ts'
import { getSupabase } from '../../session/session.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx'
import { Field, Input } from '../../ui/forms/field.tsx'
import { useDebounced } from '../../ui/forms/use-debounced.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { StaffFailure } from '../staff/staff-failure.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { retryUnlessRefused, useStaff } from '../staff/staff-role.ts'
import type { Route } from './+types/users'
import { type FoundUser, UserRow } from './user-row.tsx'
import * as usersWords from './words.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: usersWords.title, description: usersWords.description, noIndex: true })

/** Members and their suspensions (spec 3 §1.6). */
export default function UsersScreen() {
  const { user, role } = useStaff()
  return (
    <StaffPage title={usersWords.title} intro={usersWords.intro}>
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
  const { data, isError, error, refetch } = useQuery(
    {
      queryKey: ['moderation users', userId, wanted],
      queryFn: async () => {
        const supabase = await getSupabase()
        const found = await sendCommand(supabase.rpc('moderation_users', { query: wanted }))
        return found as FoundUser[]
      },
      enabled: wanted !== '',
      staleTime: 0,
      retry: retryUnlessRefused,
    },
    queries,
  )
  return (
    <div className="grid gap-6">
      <search className="max-w-xl">
        <Field
          label={isAdmin ? usersWords.searchByAddress : usersWords.search}
          hint={isAdmin ? usersWords.searchByAddressHint : usersWords.searchHint}
        >
          {(control) => (
            <Input
              {...control}
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
          )}
        </Field>
      </search>
      {wanted === '' ? null : data ? (
        <Results users={data} />
      ) : isError ? (
        <StaffFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton count={3} />
      )}
    </div>
  )
}

/** The database returns at most this many. */
const MAX_FOUND = 24

function Results({ users }: { users: readonly FoundUser[] }) {
  if (users.length === 0) {
    return (
      <Notice role="status" icon={SearchX} title={usersWords.none} text={usersWords.noneMore} />
    )
  }
  return (
    <>
      <p role="status" className="text-sm text-soft">
        {usersWords.found(users.length)}
        {users.length === MAX_FOUND ? ` ${usersWords.foundMore}` : null}
      </p>
      <ul className="panel divide-y divide-line">
        {users.map((user) => (
          <li key={user.user_id}>
            <UserRow user={user} />
          </li>
        ))}
      </ul>
    </>
  )
}
