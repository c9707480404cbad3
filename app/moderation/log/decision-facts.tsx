import { Link } from 'react-router'
import { formatDay } from '../../ui/format/day.ts'
import { toDecisionPath } from '../subject.ts'
import { reasonLabel } from '../words/reasons.ts'
import * as subjectWords from '../words/subjects.ts'
import { DecisionSubject } from './decision-subject.tsx'
import type { DecisionDetails } from './read-decisions.ts'
import * as logWords from './words.ts'

interface DecisionFactsProps {
  decision: DecisionDetails
  /** Null if the content is not visible. */
  contentPath: string | null
}

/** The public part of a decision. */
export function DecisionFacts({ decision, contentPath }: DecisionFactsProps) {
  const { reason, legal_basis, explanation, expires_at, detected_by } = decision
  const { report_count, hours_to_decision, reverses, reversed_by, appeal_outcome } = decision
  return (
    <dl className="panel grid gap-4 p-6 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <Row term={logWords.content}>
        <DecisionSubject decision={decision} />
        {contentPath ? (
          <>
            {' · '}
            <Link to={contentPath} className="text-link underline">
              {logWords.openContent}
            </Link>
          </>
        ) : null}
      </Row>
      {reason ? (
        <Row term={logWords.reason}>
          <Link to={`/guidelines#${reason}`} className="text-link hover:underline">
            {reasonLabel(reason)}
          </Link>
        </Row>
      ) : null}
      {legal_basis ? <Row term={logWords.law}>{legal_basis}</Row> : null}
      {explanation ? (
        <Row term={logWords.explanation}>
          <span className="whitespace-pre-line">{explanation}</span>
        </Row>
      ) : null}
      {expires_at ? <Row term={logWords.until}>{formatDay(expires_at)}</Row> : null}
      <Row term={logWords.detected}>{logWords.DETECTED[detected_by] ?? detected_by}</Row>
      {report_count > 0 ? (
        <Row term={logWords.reports}>{logWords.reportCount(report_count)}</Row>
      ) : null}
      {hours_to_decision === null ? null : (
        <Row term={logWords.duration}>{logWords.hours(hours_to_decision)}</Row>
      )}
      <OtherDecision term={logWords.reverses} number={reverses} />
      <OtherDecision term={logWords.reversedBy} number={reversed_by} />
      {appeal_outcome ? (
        <Row term={logWords.appeal}>{logWords.OUTCOMES[appeal_outcome]}</Row>
      ) : null}
    </dl>
  )
}

function Row({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-soft max-sm:-mb-3">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}

function OtherDecision({ term, number }: { term: string; number: number | null }) {
  if (number === null) return null
  return (
    <Row term={term}>
      <Link to={toDecisionPath(number)} className="text-link hover:underline">
        {subjectWords.decisionNumber(number)}
      </Link>
    </Row>
  )
}
