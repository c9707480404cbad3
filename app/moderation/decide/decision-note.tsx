import { Link, useLocation } from 'react-router'
import { Rich } from '../../ui/format/rich-text.tsx'
import * as caseWords from '../words/cases.ts'
import { toDecisionPath } from '../words/reasons.ts'

/** What has just been decided, in the state of the location that follows. */
export interface Decided {
  kind: 'decision' | 'appeal'
  /** In the moderation log: the decision, or the one that was appealed. */
  decision: number
  /** What was done as well. */
  more?: string
}

/** Says what has just been decided, on the page that follows. */
export function DecisionNote() {
  const { decided } = (useLocation().state ?? {}) as { decided?: Decided }
  if (!decided) return null
  return (
    <p
      role="status"
      className="rounded-control border border-line bg-sunken px-4 py-3 text-sm wrap-anywhere"
    >
      <Rich
        text={decided.kind === 'appeal' ? caseWords.appealResolved : caseWords.recorded}
        parts={{
          number: decided.decision,
          link: (words) => (
            <Link to={toDecisionPath(decided.decision)} className="text-link underline">
              {words}
            </Link>
          ),
        }}
      />
      {decided.more ? ` ${decided.more}` : null}
    </p>
  )
}
