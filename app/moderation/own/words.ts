import type { SUBJECTS } from '../words/reasons.ts'

// Spec 3 §1.1.
export const title = 'Your reports'
export const pageTitle = 'Your reports and appeals'
export const description = 'Your reports, decisions about you, and appeals.'

export const reportsTitle = 'Reports'
export const reportsNone =
  'You have reported nothing. Every review, tool, launch, profile and company has a link “Report”.'
export const reportOf: Readonly<Record<keyof typeof SUBJECTS, string>> = {
  review: 'A review',
  tool: 'A tool',
  launch: 'A launch',
  profile: 'A profile',
  company: 'A company',
}
export const openContent = 'See the content'
export const withdraw = 'Withdraw'
export const withdrawTitle = (number: number) => `Withdraw report ${number}?`
export const withdrawText = 'No moderator will decide it. You can report the content again.'
export const withdrawKeep = 'Keep it'
export const withdrawn = 'Report withdrawn'

export const pendingTitle = 'Waiting for approval'
export const pendingText =
  'A moderator checks these before others can see them. We will let you know.'

export const decisionsTitle = 'Decisions about you'
export const decisionsNone = 'No moderator has decided about you or your content.'
/** By the type of the subject. */
export const decisionOf: Readonly<Record<keyof typeof SUBJECTS, string>> = {
  review: 'Your review',
  tool: 'Your tool',
  launch: 'Your launch',
  profile: 'Your account',
  company: 'Your company',
}
export const openCase = (number: number) => `See decision ${number}`

export const appealsTitle = 'Appeals'
export const appealsNone = 'You have appealed no decision.'
export const appealOf = 'Appeal against <link>decision {number}</link>'
