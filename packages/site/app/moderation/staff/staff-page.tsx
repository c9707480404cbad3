import { useEffect } from 'react'
import { NavLink } from 'react-router'
import { describeFailure } from '../../data/command-error.ts'
import { useHasRead } from '../../data/query.ts'
import { isAreaOn } from '../../shared/areas.ts'
import { LoadFailure, RowsSkeleton } from '../../ui/feedback/loading.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import * as staffWords from '../words/staff.ts'
import { isRefused, refreshStaffRole, useStaff, useWaitingCounts } from './staff-role.ts'

const {
  queue,
  edits,
  claims,
  capabilities,
  catalog,
  sources,
  users,
  merge,
  log,
  guidelines,
  overview,
  staff,
  invitations,
  settings,
} = staffWords.LINKS

interface StaffPageProps {
  title: string
  intro?: string
  children: React.ReactNode
}

/** A page of moderation or administration: its title, and the links to its neighbors. */
export function StaffPage({ title, intro, children }: StaffPageProps) {
  const { needs } = useStaff()
  const hasRead = useHasRead()
  return (
    <div className="page grid gap-6 py-6">
      <header>
        <h1 className="display text-title">{title}</h1>
        {intro ? <p className="mt-2 max-w-2xl text-soft">{intro}</p> : null}
      </header>
      {hasRead ? null : <RowsSkeleton count={8} />}
      <div className="grid gap-6" hidden={!hasRead}>
        <StaffLinks isAdminPage={needs === 'admin'} />
        {children}
      </div>
    </div>
  )
}

function StaffLinks({ isAdminPage }: { isAdminPage: boolean }) {
  const counts = useWaitingCounts()
  const waiting = new Map<unknown, number | undefined>([
    [queue, counts?.queue],
    [edits, counts?.edits],
    [claims, counts?.claims],
  ])
  const links = isAdminPage
    ? [overview, staff, invitations, settings, catalog, sources, staffWords.LINKS.import, queue]
    : [
        queue,
        edits,
        ...(isAreaOn('makers') ? [claims] : []),
        capabilities,
        users,
        merge,
        invitations,
        log,
        guidelines,
      ]
  return (
    <nav
      aria-label={isAdminPage ? staffWords.adminLinks : staffWords.moderationLinks}
      className="flex flex-wrap gap-x-4 gap-y-1 text-sm"
    >
      {links.map((link) => {
        const [to, label] = link
        const count = waiting.get(link)
        return (
          <span key={to} className="inline-flex gap-1">
            <NavLink
              to={to}
              end
              className="min-h-6 text-link hover:underline aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:underline"
            >
              {label}
            </NavLink>
            {count ? (
              <span className="text-soft tabular-nums" title={staffWords.waitingCount(count)}>
                {formatCount(count)}
              </span>
            ) : null}
          </span>
        )
      })}
    </nav>
  )
}

/** Says why data for staff could not be read: the server's refusal, or a failure that may pass. */
export function StaffFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isFinal = isRefused(error)
  useEffect(() => {
    // The role may have ended meanwhile.
    if (isFinal) void refreshStaffRole()
  }, [isFinal])
  if (!isFinal) return <LoadFailure onRetry={onRetry} />
  return (
    <p role="alert" className="text-soft">
      {describeFailure(error)}
    </p>
  )
}

export interface StaffQuery {
  isError: boolean
  error: unknown
  refetch: () => Promise<unknown>
}

interface StaffLoadingProps {
  of: StaffQuery
  /** How many placeholders to show. */
  rows: number
}

/** In place of rows for staff: placeholders while they load, or why they could not be read. */
export const StaffLoading = ({ of: { isError, error, refetch }, rows }: StaffLoadingProps) =>
  isError ? (
    <StaffFailure error={error} onRetry={() => void refetch()} />
  ) : (
    <RowsSkeleton count={rows} />
  )
