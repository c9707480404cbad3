import { Link } from 'react-router'
import type { Case, CaseReport } from '../../data/rpc-results.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatTime } from '../../ui/format/day.ts'
import * as caseWords from '../words/cases.ts'
import { reasonLabel, type SubjectType, toCasePath, toDecisionPath } from '../words/reasons.ts'

const LINK = 'leading-6 text-link underline'

/** Who wrote it and where it is on the site. */
export function CaseFacts({ type, id, found }: { type: SubjectType; id: string; found: Case }) {
  const { content } = found
  if (!content) return null
  const { author, tool } = content
  const page = findContentPath(type, id, found)
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm wrap-anywhere text-soft">
      {author && type !== 'profile' ? (
        <span>
          {`${caseWords.by} `}
          <Link to={`/user/${author.username}`} className={LINK}>
            {author.username}
          </Link>
          {' · '}
          <Link to={toCasePath('profile', author.user_id)} className={LINK}>
            {caseWords.authorCase}
          </Link>
        </span>
      ) : null}
      {author?.is_suspended ? <Badge look="marked">{caseWords.suspended}</Badge> : null}
      {author?.is_exempt ? <Badge>{caseWords.exempt}</Badge> : null}
      {author?.is_staff ? <Badge>{caseWords.staff}</Badge> : null}
      {tool && type !== 'tool' ? (
        <span>
          {caseWords.about}{' '}
          {tool.slug ? (
            <Link to={`/tool/${tool.slug}`} className={LINK}>
              {tool.name}
            </Link>
          ) : (
            tool.name
          )}
        </span>
      ) : null}
      {page ? (
        <Link to={page} className={LINK}>
          {caseWords.onSite}
        </Link>
      ) : null}
    </p>
  )
}

/** @returns undefined while visitors do not see the content */
function findContentPath(type: SubjectType, id: string, { content }: Case): string | undefined {
  if (type === 'company') return `/company/${id}`
  if (type === 'profile') return content?.author ? `/user/${content.author.username}` : undefined
  if (!content || content.is_removed) return undefined
  return type === 'tool' ? `/tool/${content.tool?.slug ?? ''}` : `/${type}/${id}`
}

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
            {report.maker ? <Badge isFree>{caseWords.reportOfMaker(report.maker)}</Badge> : null}
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
