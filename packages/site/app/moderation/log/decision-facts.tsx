import { Link } from 'react-router'
import { toToolPath } from '../../tools/tool.ts'
import { formatDay } from '../../ui/format/day.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import * as publicWords from '../words/public.ts'
import * as reasonWords from '../words/reasons.ts'
import { reasonLabel, toDecisionPath } from '../words/reasons.ts'
import type { Decision, DecisionDetails } from './read-decisions.ts'

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
      <Row term={publicWords.content}>
        <DecisionSubject decision={decision} />
        {contentPath ? (
          <>
            {' · '}
            <Link to={contentPath} className="text-link underline">
              {publicWords.openContent}
            </Link>
          </>
        ) : null}
      </Row>
      {reason ? (
        <Row term={publicWords.reason}>
          <Link to={`/guidelines#${reason}`} className="text-link hover:underline">
            {reasonLabel(reason)}
          </Link>
        </Row>
      ) : null}
      {legal_basis ? <Row term={publicWords.law}>{legal_basis}</Row> : null}
      {explanation ? (
        <Row term={publicWords.explanation}>
          <span className="whitespace-pre-line">{explanation}</span>
        </Row>
      ) : null}
      {expires_at ? <Row term={publicWords.until}>{formatDay(expires_at)}</Row> : null}
      <Row term={publicWords.detected}>{publicWords.DETECTED[detected_by] ?? detected_by}</Row>
      {report_count > 0 ? (
        <Row term={publicWords.reports}>{publicWords.reportCount(report_count)}</Row>
      ) : null}
      {hours_to_decision === null ? null : (
        <Row term={publicWords.duration}>{publicWords.hours(hours_to_decision)}</Row>
      )}
      <OtherDecision term={publicWords.reverses} number={reverses} />
      <OtherDecision term={publicWords.reversedBy} number={reversed_by} />
      {appeal_outcome ? (
        <Row term={publicWords.appeal}>{publicWords.OUTCOMES[appeal_outcome]}</Row>
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
        {reasonWords.decisionNumber(number)}
      </Link>
    </Row>
  )
}

/** What a decision is about, without a name of a person: "A review of Figma (4 stars)". */
export function DecisionSubject({ decision }: { decision: Decision }) {
  const { subject_type, tool, rating } = decision
  const toolName = tool ? (
    <Link to={toToolPath(tool)} className="text-link underline">
      {tool.name}
    </Link>
  ) : subject_type === 'tool' ? (
    publicWords.unknownToolAlone
  ) : (
    publicWords.unknownTool
  )
  return (
    <>
      <Rich text={publicWords.SUBJECT[subject_type] ?? subject_type} parts={{ tool: toolName }} />
      {rating === null ? null : ` (${publicWords.stars(rating)})`}
    </>
  )
}
