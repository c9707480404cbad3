import type { Case, CaseDecision } from '../../data/rpc-results.ts'
import { type Action, REMOVED_COMPANY, type SubjectType } from '../words/reasons.ts'

/** An action of `moderate`, or one with a second step about the author. */
export type Choice =
  | Exclude<Action, 'hold' | 'merge'>
  /** Approves a held post, and its author's posts need no approval any more. */
  | 'restore_and_exempt'
  /** Declines a held post, and suspends its author. */
  | 'remove_and_suspend'

export interface Choices {
  choices: Choice[]
  /** The post waits for approval: the words are "Approve" and "Decline". */
  isHeld: boolean
  /** The newer decision about its tool or its author that removed the content as well. */
  removedWith: number | null
}

/** The choices whose decision has to have a reason and an explanation. */
const WITH_REASON: ReadonlySet<Choice> = new Set<Choice>([
  'remove',
  'remove_and_suspend',
  'warn',
  'suspend',
  'remove_all_content',
  'premoderate_reviews',
])
export const needsReason = (choice: Choice): boolean => WITH_REASON.has(choice)

/** The choices with a day on which they end. */
export const canEnd = (choice: Choice): boolean =>
  choice === 'premoderate_reviews' || choice === 'suspend' || choice === 'remove_and_suspend'
export const needsEnd = (choice: Choice): boolean => choice === 'premoderate_reviews'

/** The reasons that name the law or the court order. */
export const needsLaw = (reason: string): boolean =>
  reason === 'illegal_content' || reason === 'court_order'

/** What can be decided about a subject in its present state; `private.decide` has the same rules. */
export function listChoices(type: SubjectType, found: Case, now = Date.now()): Choices {
  const { content, reports, decisions } = found
  const remover = decisions.find(({ number }) => number === content?.removed_by)
  const isHeld = remover?.action === 'hold'
  const isRemoved = content?.is_removed === true
  const isAccount = type === 'profile' || type === 'company'
  const removedWith = isRemoved && !remover ? content.removed_by : null
  const choices: Choice[] = []
  if (reports.some(({ status }) => status === 'open')) choices.push('keep')
  if (!content) return { choices, isHeld, removedWith }
  const author = content.author
  if (isHeld) {
    choices.push('restore')
    if (author && !author.is_exempt) choices.push('restore_and_exempt')
    choices.push('remove')
    if (author && !author.is_suspended) choices.push('remove_and_suspend')
    return { choices, isHeld, removedWith }
  }
  if (isAccount ? hasTexts(type, content) : !isRemoved) choices.push('remove')
  if (isRemoved && remover) choices.push('restore')
  if (type === 'profile') {
    choices.push('warn', 'suspend')
    if (author?.is_suspended) choices.push('unsuspend')
    if (author?.has_content !== false) choices.push('remove_all_content')
  }
  if (type === 'tool') {
    if (!isRemoved) choices.push('premoderate_reviews')
    if (isPremoderated(decisions, now)) choices.push('end_premoderation')
  }
  return { choices, isHeld, removedWith }
}

/** Whether new reviews of a tool wait for approval. @param decisions the newest first */
function isPremoderated(decisions: readonly CaseDecision[], now: number): boolean {
  const latest = decisions.find(({ action }) =>
    ['premoderate_reviews', 'end_premoderation'].includes(action),
  )
  return latest?.action === 'premoderate_reviews' && Date.parse(latest.expires_at ?? '') > now
}

const PROFILE_TEXTS = ['first_name', 'last_name', 'bio', 'avatar_url', 'job_title', 'company_name']
const COMPANY_TEXTS = ['logo_url', 'website', 'domain', 'size', 'industry', 'description']

/** Whether a profile or a company has something that a removal clears. */
function hasTexts(type: SubjectType, content: Readonly<Record<string, unknown>>): boolean {
  if (type === 'company') {
    return content.name !== REMOVED_COMPANY || COMPANY_TEXTS.some((name) => content[name])
  }
  const username = String(content.username)
  return !/^user-[0-9a-f]{8}$/.test(username) || PROFILE_TEXTS.some((name) => content[name])
}
