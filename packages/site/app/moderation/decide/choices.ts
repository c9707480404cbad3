import type { Case, Choice } from '../../data/rpc-results.ts'

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

/** The decision of a rule or a moderator that the content is removed by, if it is about this subject. */
const findRemoval = ({ content, decisions }: Case) =>
  decisions.find(({ number }) => number === content?.removed_by)

/** Whether the post waits for approval: the words are "Approve" and "Decline". */
export const isHeld = (found: Case): boolean => findRemoval(found)?.action === 'hold'

/** The newer decision about its tool or its author that removed the content as well. */
export const findWiderRemoval = (found: Case): number | null =>
  findRemoval(found) ? null : (found.content?.removed_by ?? null)
