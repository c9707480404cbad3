import { SUBJECTS } from './words/reasons.ts'

export type SubjectType = keyof typeof SUBJECTS

export const isSubjectType = (text: string | null | undefined): text is SubjectType =>
  text != null && text in SUBJECTS

/** The page of a decision in the public moderation log. */
export const toDecisionPath = (number: number) => `/moderation-log/${number}`

/** The case of a subject, for moderators. @param id of a profile: the user's id */
export const toCasePath = (type: string, id: string) => `/moderation/${type}/${id}`

/** @returns null for a profile, whose page has the username in its address */
export const toContentPath = (type: string, id: string) =>
  type === 'profile' ? null : `/${type}/${id}`
