import { Link } from 'react-router'
import { sendCommand } from '../../data/command.ts'
import { getSupabase } from '../../session/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { toastFailure, toastSuccess } from '../../ui/feedback/toast.ts'
import { formatDay } from '../../ui/format/day.ts'
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx'
import * as reportWords from '../report/words.ts'
import { isSubjectType, toContentPath, toDecisionPath } from '../subject.ts'
import { reasonLabel } from '../words/reasons.ts'
import * as subjectWords from '../words/subjects.ts'
import { type OwnReport, refreshOwnCases } from './own-cases.ts'
import * as ownWords from './words.ts'

async function withdraw(number: number, userId: string) {
  const supabase = await getSupabase()
  try {
    await sendCommand(supabase.rpc('withdraw_report', { number }))
  } finally {
    // A refusal means that the list shows an older state.
    await refreshOwnCases(userId)
  }
  return toastSuccess(ownWords.withdrawn)
}

export function ReportList({ userId, reports }: { userId: string; reports: OwnReport[] }) {
  if (reports.length === 0) return <p className="text-soft">{ownWords.reportsNone}</p>
  return (
    <ul className="grid gap-4">
      {reports.map((report) => (
        <li
          key={report.number}
          className="flex flex-wrap items-center gap-3 border-b border-line pb-4 last:border-0 last:pb-0"
        >
          <Report report={report} />
          {report.status === 'open' ? (
            <ConfirmButton
              label={
                <>
                  {ownWords.withdraw}
                  <span className="sr-only">{` ${subjectWords.reportNumber(report.number)}`}</span>
                </>
              }
              look="secondary"
              title={ownWords.withdrawTitle(report.number)}
              text={ownWords.withdrawText}
              cancelLabel={ownWords.withdrawKeep}
              confirmLabel={ownWords.withdraw}
              onConfirm={() => toastFailure(withdraw(report.number, userId))}
            />
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function Report({ report }: { report: OwnReport }) {
  const { number, subject_type, subject_id, reason, status, created_at, decision } = report
  const path = status === 'open' ? toContentPath(subject_type, subject_id) : null
  return (
    <div className="grid min-w-0 flex-1 basis-60 gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{subjectWords.reportNumber(number)}</span>
        <Badge look={status === 'resolved' ? 'good' : 'plain'}>
          {reportWords.STATUS[status] ?? status}
        </Badge>
      </p>
      <p className="text-sm text-soft">
        {isSubjectType(subject_type) ? ownWords.reportOf[subject_type] : subject_type}
        {` · ${reasonLabel(reason)} · `}
        <time dateTime={created_at}>{formatDay(created_at)}</time>
      </p>
      {path ? (
        <Link to={path} className="justify-self-start py-0.5 text-sm text-link hover:underline">
          {ownWords.openContent}
          <span className="sr-only">{` ${subjectWords.reportNumber(number)}`}</span>
        </Link>
      ) : null}
      {decision === null ? null : (
        <Link
          to={toDecisionPath(decision)}
          className="justify-self-start py-0.5 text-sm text-link hover:underline"
        >
          {ownWords.openCase(decision)}
        </Link>
      )}
    </div>
  )
}
