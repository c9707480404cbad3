import { callFunction } from '../../session/call-function.ts'
import { formatTime } from '../../ui/format/day.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { Section, StatCard } from '../../ui/panels.tsx'
import { StaffLoading, StaffPage } from '../staff/staff-page.tsx'
import { formatWaiting, useStaffRead } from '../staff/staff-role.ts'
import * as staffWords from '../words/staff.ts'
import type { Route } from './+types/overview'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: staffWords.overviewTitle,
    description: staffWords.overviewDescription,
    noIndex: true,
  })

/** The state of the site for administrators (spec 3 §1.7). */
export default function OverviewScreen() {
  return (
    <StaffPage title={staffWords.overviewTitle}>
      <Overview />
    </StaffPage>
  )
}

async function readOverview() {
  const [counts, emails] = await Promise.all([
    callFunction('admin_overview'),
    callFunction('failed_emails'),
  ])
  return { counts, emails }
}

function Overview() {
  const overview = useStaffRead(['admin overview'], readOverview)
  if (!overview.data) return <StaffLoading of={overview} rows={4} />
  const { counts, emails } = overview.data
  const oldest = counts.oldest_report_at
  return (
    <>
      <ul className="grid grid-cols-1 gap-2 sm:grid-cols-3 sm:gap-4">
        <StatCard
          label={staffWords.openReports}
          value={formatCount(counts.open_reports)}
          hint={oldest ? staffWords.oldest(formatWaiting(oldest)) : staffWords.noneOpen}
        />
        <StatCard
          label={staffWords.pendingPosts}
          value={formatCount(counts.pending_posts)}
          hint={staffWords.pendingHint}
        />
        <StatCard
          label={staffWords.failedEmails}
          value={formatCount(counts.failed_emails)}
          hint={staffWords.failedHint}
        />
      </ul>
      <Section id="emails" title={staffWords.failedEmails} hint={staffWords.emailsText}>
        {emails.length === 0 ? (
          <p>{staffWords.emailsNone}</p>
        ) : (
          <ul className="grid gap-3">
            {emails.map(({ id, kind, address, last_error, due_at }) => (
              <li key={id} className="grid gap-0.5 border-b border-line pb-3 text-sm last:border-0">
                <span className="flex flex-wrap justify-between gap-x-4 wrap-anywhere">
                  <span className="font-medium">
                    {staffWords.adminEmail(staffWords.EMAIL_KINDS[kind] ?? kind, address)}
                  </span>
                  <time dateTime={due_at} className="text-soft">
                    {formatTime(due_at)}
                  </time>
                </span>
                <span className="text-bad wrap-anywhere">
                  {last_error ?? staffWords.emailNoError}
                </span>
              </li>
            ))}
          </ul>
        )}
        {counts.failed_emails > emails.length ? (
          <p className="text-sm text-soft">{staffWords.emailsNewest(emails.length)}</p>
        ) : null}
      </Section>
    </>
  )
}
