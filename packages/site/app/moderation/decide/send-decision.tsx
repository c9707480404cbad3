import { useLocation } from 'react-router'
import type { CaseAuthor } from '../../data/rpc-results.ts'
import { callFunction } from '../../session/call-function.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { linkTo } from '../../ui/links.tsx'
import * as caseWords from '../words/cases.ts'
import { toDecisionPath } from '../words/reasons.ts'
import { canEnd, needsLaw, needsReason } from './choices.ts'
import { type DecisionInput, type Subject, toEnd } from './decision-fields.tsx'

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
        parts={{ number: decided.decision, link: linkTo(toDecisionPath(decided.decision)) }}
      />
      {decided.more ? ` ${decided.more}` : null}
    </p>
  )
}

async function moderate(subject: Subject, action: string, input: DecisionInput, hasEnd: boolean) {
  const isReasoned = needsReason(input.choice === '' ? 'keep' : input.choice)
  const explanation = input.explanation.trim()
  return callFunction('moderate', {
    ...subject,
    action,
    ...(isReasoned ? { reason: input.reason } : {}),
    ...(explanation ? { explanation } : {}),
    ...(isReasoned && needsLaw(input.reason) ? { legal_basis: input.legal_basis.trim() } : {}),
    ...(hasEnd && input.expires_on ? { expires_at: toEnd(input.expires_on) } : {}),
  })
}

/** The steps of one form that were done, so that a second attempt does not repeat them. */
export interface DoneSteps {
  suspension?: number
}

/**
 * Sends a decision. The step about the author comes first: if it is refused, nothing has been decided.
 * @throws {CommandError}
 */
export async function sendDecision(
  subject: Subject,
  author: CaseAuthor | null,
  input: DecisionInput,
  done: DoneSteps,
): Promise<Decided> {
  const { choice } = input
  if (choice === 'restore_and_exempt' && author) {
    await setExempt(author.username, true)
    const decision = await moderate(subject, 'restore', input, false)
    return { kind: 'decision', decision, more: caseWords.alsoExempt(author.username) }
  }
  if (choice === 'remove_and_suspend' && author) {
    const profile: Subject = { subject_type: 'profile', subject_id: author.user_id }
    done.suspension ??= await moderate(profile, 'suspend', input, true)
    const decision = await moderate(subject, 'remove', input, false)
    const more = caseWords.alsoSuspended(author.username, done.suspension)
    return { kind: 'decision', decision, more }
  }
  const hasEnd = choice !== '' && canEnd(choice)
  return { kind: 'decision', decision: await moderate(subject, choice, input, hasEnd) }
}

/** Whether the member's posts need no approval. @throws {CommandError} */
export async function setExempt(username: string, exempt: boolean): Promise<void> {
  await callFunction('set_premoderation_exempt', { username, exempt })
}
