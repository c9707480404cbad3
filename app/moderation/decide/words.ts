import type { Choice } from './choices.ts'

export const title = 'Decision'
export const none = 'There is nothing to decide here.'
/** Spec 3 §1.2. */
export const involved = 'You are involved in this case. Another moderator has to decide it.'
export const staffProfile =
  'This member is staff. Only administrators can decide about the profile.'
export const removedWith = (number: number) =>
  `It was removed together with its tool or its author (<link>decision ${number}</link>). Restore that first.`

export const CHOICES: Record<Choice, readonly [label: string, effect: string]> = {
  keep: ['Keep', 'Closes the open reports. The content stays.'],
  remove: ['Remove', 'Takes it off the site. It can be restored.'],
  restore: ['Restore', 'Brings it back as it was, with its votes.'],
  restore_and_exempt: ['Restore and exempt author', 'The author needs no approval any more.'],
  remove_and_suspend: ['Remove and suspend', 'Also suspends the author.'],
  warn: ['Warn', 'Sends an email. Nothing is removed.'],
  suspend: ['Suspend', 'The member can read, appeal and delete, and do nothing else.'],
  unsuspend: ['End suspension', 'The member can write again.'],
  remove_all_content: [
    'Remove all content',
    'Reviews, launches, votes, profile texts, and tools that no other member reviewed.',
  ],
  premoderate_reviews: ['Hold new reviews', 'New reviews of this tool wait for approval.'],
  end_premoderation: ['End approval', 'New reviews of this tool appear at once.'],
}
export const HELD: Partial<Record<Choice, string>> = {
  restore: 'Approve',
  restore_and_exempt: 'Approve and exempt author',
  remove: 'Decline',
  remove_and_suspend: 'Decline and suspend',
}
export const openAppeal =
  'An appeal is open. <link>Resolve it</link> instead, so that its author gets an answer.'
export const heldNote =
  'A rule of the site holds this post. To decline it, choose a reason and explain the decision.'

export const reason = 'Reason'
export const reasonOptional = 'Reason (to decline)'
export const reasonChoose = 'Choose a reason'
export const explanation = 'Explanation'
export const explanationOptional = 'Explanation (optional)'
export const explanationHeld = 'Explanation (to decline)'
export const explanationHint = 'Public, and sent to the author. Do not quote the removed text.'
export const law = 'Law or court order'
export const lawHint = 'Such as the section of the law that the content violates.'
export const end = 'Last day of approval'
export const endOptional = 'Last day of the suspension (optional)'
export const endHint = 'Without a day the suspension has no end.'
export const send = (choice: string) => `Record decision: ${choice}`
export const sendNothing = 'Record decision'

export const choiceRequired = 'Please choose a decision.'
/** Spec 3 §1.2, as the database words them. */
export const reasonRequired = 'Please choose a reason.'
export const explanationInvalid = 'Please explain the decision in 30 to 2,000 characters.'
export const lawRequired = 'Please name the law or the court order.'
export const endInPast = 'The end date has to be in the future.'
export const outcomeRequired = 'Please choose whether the decision stays.'

export const recorded = 'Decision {number} was recorded. <link>See it in the moderation log</link>.'
export const appealResolved =
  'The appeal against decision {number} is resolved. <link>See it in the moderation log</link>.'
export const alsoExempt = (username: string) => `Posts of ${username} need no approval any more.`
export const alsoSuspended = (username: string, decision: number) =>
  `${username} is suspended (decision ${decision}).`

export const keyChoice = (label: string) => `Choose “${label}”`

export const exemptNow = 'Posts of this member need no approval.'
export const exemptNot = 'Posts of this member wait for approval if a rule of the site says so.'
export const exemptTitle = 'Approval'
export const exemptStart = 'Exempt from approval'
export const exemptEnd = 'End exemption'
export const exemptStarted = 'Posts need no approval'
export const exemptEnded = 'Posts need approval again'

export const appealTitle = (number: number) => `Appeal ${number}`
export const appealUpheld = 'Uphold the decision'
export const appealUpheldEffect = 'The decision stays.'
export const appealReversed = 'Reverse the decision'
export const appealReversedEffect = 'A second decision takes it back.'
export const appealReversedRevised =
  'A second decision takes it back, and the corrected text is published.'
export const appealOutcome = 'Outcome'
export const appealExplanationHint = 'Sent to the person who appealed.'
export const appealSend = 'Resolve appeal'
export const appealOwn =
  'You made this decision, so another moderator resolves the appeal. If the site has no other, you can do so after 48 hours.'
