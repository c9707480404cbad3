import { Link } from 'react-router'
import type { CaseReport } from '../../data/rpc-results.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatTime } from '../../ui/format/day.ts'
import { toDecisionPath } from '../subject.ts'
import { reasonLabel } from '../words/reasons.ts'
import * as caseWords from './words.ts'

/** The newest first. */
export function CaseReports({ reports }: { reports: readonly CaseReport[] }) {
  return (
    <section aria-labelledby="reports-title" className="grid gap-3">
      <h2 id="reports-title" className="display text-2xl">
        {caseWords.reportsTitle}
      </h2>
      {reports.length === 0 ? <p className="text-soft">{caseWords.reportsNone}</p> : null}
      {reports.map((report) => (
        <article key={report.number} className="panel grid gap-2 p-5">
          <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="font-semibold">{reasonLabel(report.reason)}</h3>
            <Badge look={report.status === 'open' ? 'marked' : 'plain'}>
              {caseWords.REPORT_STATES[report.status]}
            </Badge>
            <span className="text-sm wrap-anywhere text-soft">
              {caseWords.reportFacts(report.number, report.reporter ?? caseWords.reporterUnknown)}
              {' · '}
              <time dateTime={report.created_at}>{formatTime(report.created_at)}</time>
            </span>
          </header>
          {report.details ? (
            <p className="whitespace-pre-line wrap-anywhere">{report.details}</p>
          ) : (
            <p className="text-sm text-soft">{caseWords.reportNoDetails}</p>
          )}
          {report.good_faith ? (
            <p className="text-sm text-soft">{caseWords.reportGoodFaith}</p>
          ) : null}
          {report.decision === null ? null : (
            <p className="text-sm">
              <Link
                to={toDecisionPath(report.decision)}
                className="text-link hover:underline leading-6"
              >
                {caseWords.decisionNumber(report.decision)}
              </Link>
            </p>
          )}
        </article>
      ))}
    </section>
  )
}
