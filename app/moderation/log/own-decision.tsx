import type { OwnDecision as Own } from '../../data/rpc-results.ts'
import { useSession } from '../../session/session.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { formatDay } from '../../ui/format/day.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { toContentTitle, useOwnCases } from '../own/own-cases.ts'
import * as publicWords from '../words/public.ts'
import { AppealForm } from './appeal-form.tsx'
import type { Decision } from './read-decisions.ts'

/** Of the affected member (spec 3 §1.2). */
const APPEALABLE = new Set(['remove', 'remove_all_content', 'warn', 'suspend', 'hold'])

/** What only the affected member and reporters see of a decision: the content and the appeal. */
export default function OwnDecision({ decision }: { decision: Decision }) {
  const { user } = useSession()
  return user ? <Case decision={decision} userId={user.id} /> : null
}

function Case({ decision, userId }: { decision: Decision; userId: string }) {
  const cases = useOwnCases(userId)
  if (cases.isError) {
    return (
      <div className="panel p-6">
        <LoadFailure onRetry={() => void cases.refetch()} />
      </div>
    )
  }
  if (!cases.data) return null
  const own = cases.data.decisions.find(({ number }) => number === decision.number)
  const appeal = cases.data.appeals.find((sent) => sent.decision === decision.number)
  const hasReported =
    decision.action === 'keep' &&
    cases.data.reports.some((report) => report.decision === decision.number)
  const canAppeal = own ? APPEALABLE.has(own.action) : hasReported
  const appealUntil = own?.appeal_until ?? addMonths(decision.decided_at, 6)
  return (
    <>
      {own ? <Statement own={own} /> : null}
      <section className="panel p-6" aria-labelledby="appeal">
        <h2 id="appeal" className="display mb-2 text-2xl">
          {publicWords.appealTitle}
        </h2>
        {appeal ? (
          <>
            <p role="status">{publicWords.OUTCOMES[appeal.status]}</p>
            {appeal.explanation ? (
              <p className="mt-2 whitespace-pre-line wrap-anywhere">{appeal.explanation}</p>
            ) : null}
          </>
        ) : !canAppeal ? (
          <p className="text-soft">{publicWords.appealNotYours}</p>
        ) : new Date(appealUntil) < new Date() ? (
          <p className="text-soft">{publicWords.appealOver}</p>
        ) : (
          <>
            <p className="mb-5 text-soft">
              <Rich text={publicWords.appealUntil} parts={{ day: formatDay(appealUntil) }} />
            </p>
            <AppealForm
              decision={decision.number}
              userId={userId}
              review={own?.subject_type === 'review' ? own.content : null}
            />
          </>
        )}
      </section>
    </>
  )
}

function addMonths(timestamp: string, months: number): string {
  const date = new Date(timestamp)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString()
}

/** The removed content itself, which the public log does not have. */
function Statement({ own }: { own: Own }) {
  const text = publicWords.statementText[own.action]
  const { content } = own
  const title = toContentTitle(content)
  if (own.subject_type === 'profile') {
    return (
      <section className="panel p-6" aria-labelledby="statement">
        <h2 id="statement" className="display mb-2 text-2xl">
          {publicWords.accountTitle}
        </h2>
        <p>{publicWords.accountText}</p>
      </section>
    )
  }
  if (!content || !text) return null
  return (
    <section className="panel grid gap-3 p-6" aria-labelledby="statement">
      <h2 id="statement" className="display text-2xl">
        {publicWords.statementTitle}
      </h2>
      <p className="text-soft">{text}</p>
      <blockquote className="grid gap-2 rounded-control bg-sunken p-4">
        {title ? <p className="font-semibold wrap-anywhere">{title}</p> : null}
        <p className="whitespace-pre-line wrap-anywhere">
          {content.content ?? content.description}
        </p>
      </blockquote>
    </section>
  )
}
