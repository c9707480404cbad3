import { Link } from 'react-router'
import type { OwnDecision } from '../../data/rpc-results.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDay } from '../../ui/format/day.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import * as logWords from '../log/words.ts'
import { isSubjectType, toDecisionPath } from '../subject.ts'
import { actionLabel, reasonLabel } from '../words/reasons.ts'
import { type OwnAppeal, toContentTitle } from './own-cases.ts'
import * as ownWords from './words.ts'

interface ListProps {
  decisions: readonly OwnDecision[]
}

const LIST = 'grid gap-4'
const ITEM = 'grid gap-1 border-b border-line pb-4 last:border-0 last:pb-0'

/** "Your review “It boils”" while the content is removed, else "Your review". */
function OwnContent({ decision: { subject_type, content } }: { decision: OwnDecision }) {
  const title = toContentTitle(content)
  return (
    <span className="wrap-anywhere">
      {isSubjectType(subject_type) ? ownWords.decisionOf[subject_type] : subject_type}
      {title ? ` “${title}”` : null}
    </span>
  )
}

export function PendingList({ decisions }: ListProps) {
  return (
    <>
      <p className="text-soft">{ownWords.pendingText}</p>
      <ul className={LIST}>
        {decisions.map((decision) => (
          <li key={decision.number} className={ITEM}>
            <span className="font-medium">
              <OwnContent decision={decision} />
            </span>
            <Details decision={decision} />
          </li>
        ))}
      </ul>
    </>
  )
}

export function DecisionList({ decisions }: ListProps) {
  if (decisions.length === 0) return <p className="text-soft">{ownWords.decisionsNone}</p>
  return (
    <ul className={LIST}>
      {decisions.map((decision) => (
        <li key={decision.number} className={ITEM}>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium">
              <OwnContent decision={decision} />
            </span>
            <Badge look={decision.action === 'restore' ? 'good' : 'plain'}>
              {actionLabel(decision.action)}
            </Badge>
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
        {ownWords.openCase(number)}
      </Link>
    </p>
  )
}

export function AppealList({ appeals }: { appeals: readonly OwnAppeal[] }) {
  if (appeals.length === 0) return <p className="text-soft">{ownWords.appealsNone}</p>
  return (
    <ul className={LIST}>
      {appeals.map(({ decision, status, explanation }) => (
        <li key={decision} className={ITEM}>
          <p>
            <Rich
              text={ownWords.appealOf}
              parts={{
                number: String(decision),
                link: (words) => (
                  <Link
                    to={toDecisionPath(decision)}
                    className="inline-block py-0.5 text-link underline"
                  >
                    {words}
                  </Link>
                ),
              }}
            />
          </p>
          <p className="text-sm text-soft">{logWords.OUTCOMES[status]}</p>
          {explanation ? <p className="whitespace-pre-line wrap-anywhere">{explanation}</p> : null}
        </li>
      ))}
    </ul>
  )
}
