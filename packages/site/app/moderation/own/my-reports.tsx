import { Link } from 'react-router'
import type { OwnDecision } from '../../data/rpc-results.ts'
import { callFunction } from '../../session/call-function.ts'
import { useMember } from '../../session/signed-in.tsx'
import { isSubjectType, toContentPath } from '../../shared/subjects.ts'
import { Badge } from '../../ui/badge.tsx'
import { LoadFailure, RowsSkeleton } from '../../ui/feedback/loading.tsx'
import { toastFailure, toastSuccess } from '../../ui/feedback/toast.ts'
import { formatDay } from '../../ui/format/day.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx'
import { linkTo } from '../../ui/links.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { Section } from '../../ui/panels.tsx'
import * as uiWords from '../../ui/words.ts'
import * as publicWords from '../words/public.ts'
import * as reasonWords from '../words/reasons.ts'
import { actionLabel, reasonLabel, toDecisionPath } from '../words/reasons.ts'
import type { Route } from './+types/my-reports'
import {
  type OwnAppeal,
  type OwnCases,
  type OwnReport,
  refreshOwnCases,
  toContentTitle,
  useOwnCases,
} from './own-cases.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: publicWords.pageTitle,
    description: publicWords.ownDescription,
    noIndex: true,
  })

export default function MyReports() {
  const { id: userId } = useMember()
  const cases = useOwnCases(userId)
  return (
    <div className="page column grid gap-6 py-6">
      <h1 className="display text-title">{publicWords.ownReports}</h1>
      {cases.isPending ? <RowsSkeleton count={4} /> : null}
      {cases.isError ? <LoadFailure onRetry={() => void cases.refetch()} /> : null}
      {cases.data ? <Cases userId={userId} {...cases.data} /> : null}
    </div>
  )
}

function Cases({ userId, reports, decisions, appeals }: OwnCases & { userId: string }) {
  const pending = decisions.filter(({ action, content }) => action === 'hold' && content)
  const decided = decisions.filter((decision) => !pending.includes(decision))
  return (
    <>
      {pending.length > 0 ? (
        <Section id="pending" title={publicWords.pendingTitle}>
          <p className="text-soft">{publicWords.pendingText}</p>
          <DecisionList isPending decisions={pending} />
        </Section>
      ) : null}
      <Section id="reports" title={publicWords.reportsTitle}>
        <ReportList userId={userId} reports={reports} />
      </Section>
      <Section id="decisions" title={publicWords.decisionsTitle}>
        <DecisionList decisions={decided} />
      </Section>
      <Section id="appeals" title={publicWords.appealsTitle}>
        <AppealList appeals={appeals} />
      </Section>
    </>
  )
}

interface DecisionListProps {
  decisions: readonly OwnDecision[]
  /** Whether they are holds of content that waits for approval. */
  isPending?: boolean
}

const LIST = 'grid gap-4'
const ITEM = 'grid gap-1 border-b border-line pb-4 last:border-0 last:pb-0'

/** "Your review “It boils”" while the content is removed, else "Your review". */
function OwnContent({ decision: { subject_type, content } }: { decision: OwnDecision }) {
  const title = toContentTitle(content)
  return (
    <span className="wrap-anywhere">
      {isSubjectType(subject_type) ? publicWords.decisionOf[subject_type] : subject_type}
      {title ? ` “${title}”` : null}
    </span>
  )
}

function DecisionList({ decisions, isPending = false }: DecisionListProps) {
  if (decisions.length === 0) return <p className="text-soft">{publicWords.decisionsNone}</p>
  return (
    <ul className={LIST}>
      {decisions.map((decision) => (
        <li key={decision.number} className={ITEM}>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium">
              <OwnContent decision={decision} />
            </span>
            {isPending ? null : (
              <Badge look={decision.action === 'restore' ? 'good' : 'plain'}>
                {actionLabel(decision.action)}
              </Badge>
            )}
          </p>
          <Details decision={decision} />
        </li>
      ))}
    </ul>
  )
}

/** Reason, day, and the link to the page with the statement and the appeal. */
function Details({ decision: { number, reason, decided_at } }: { decision: OwnDecision }) {
  return (
    <p className="text-sm text-soft">
      {reason ? `${reasonLabel(reason)} · ` : null}
      <time dateTime={decided_at}>{formatDay(decided_at)}</time>
      {' · '}
      <Link to={toDecisionPath(number)} className="inline-block py-0.5 text-link underline">
        {publicWords.openCase(number)}
      </Link>
    </p>
  )
}

function AppealList({ appeals }: { appeals: readonly OwnAppeal[] }) {
  if (appeals.length === 0) return <p className="text-soft">{publicWords.appealsNone}</p>
  return (
    <ul className={LIST}>
      {appeals.map(({ decision, status, explanation }) => (
        <li key={decision} className={ITEM}>
          <p>
            <Rich
              text={publicWords.appealOf}
              parts={{
                number: String(decision),
                link: linkTo(toDecisionPath(decision), 'inline-block py-0.5 text-link underline'),
              }}
            />
          </p>
          <p className="text-sm text-soft">{publicWords.OUTCOMES[status]}</p>
          {explanation ? <p className="whitespace-pre-line wrap-anywhere">{explanation}</p> : null}
        </li>
      ))}
    </ul>
  )
}

async function withdraw(number: number, userId: string) {
  try {
    await callFunction('withdraw_report', { number })
  } finally {
    // A refusal means that the list shows an older state.
    await refreshOwnCases(userId)
  }
  return toastSuccess(publicWords.withdrawn)
}

function ReportList({ userId, reports }: { userId: string; reports: OwnReport[] }) {
  if (reports.length === 0) return <p className="text-soft">{publicWords.reportsNone}</p>
  return (
    <ul className={LIST}>
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
                  {publicWords.withdraw}
                  <span className="sr-only">{` ${reasonWords.reportNumber(report.number)}`}</span>
                </>
              }
              look="secondary"
              title={publicWords.withdrawTitle(report.number)}
              text={publicWords.withdrawText}
              cancelLabel={uiWords.keepIt}
              confirmLabel={publicWords.withdraw}
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
        <span className="font-medium">{reasonWords.reportNumber(number)}</span>
        <Badge look={status === 'resolved' ? 'good' : 'plain'}>
          {publicWords.STATUS[status] ?? status}
        </Badge>
      </p>
      <p className="text-sm text-soft">
        {isSubjectType(subject_type) ? publicWords.reportOf[subject_type] : subject_type}
        {` · ${reasonLabel(reason)} · `}
        <time dateTime={created_at}>{formatDay(created_at)}</time>
      </p>
      {path ? (
        <Link to={path} className="justify-self-start py-0.5 text-sm text-link hover:underline">
          {publicWords.openContent}
          <span className="sr-only">{` ${reasonWords.reportNumber(number)}`}</span>
        </Link>
      ) : null}
      {decision === null ? null : (
        <Link
          to={toDecisionPath(decision)}
          className="justify-self-start py-0.5 text-sm text-link hover:underline"
        >
          {publicWords.openCase(decision)}
        </Link>
      )}
    </div>
  )
}
