import type { Area } from './area-table.ts'
import { isAreaOn } from './areas.ts'

/**
 * Types of content that can be reported and decided about: the name in a sentence ("your review"), and the first part of the
 * path of the page.
 */
export const SUBJECTS = {
  review: { name: 'review', path: '/review' },
  reply: { name: 'reply', path: '/review' },
  tool: { name: 'tool', path: '/tool' },
  launch: { name: 'launch', path: '/launch' },
  list: { name: 'list', path: '/list' },
  /** The path of a profile has the username, not the id. */
  profile: { name: 'profile', path: null },
  company: { name: 'company', path: '/company' },
} as const

export type SubjectType = keyof typeof SUBJECTS

export const isSubjectType = (text: string | null | undefined): text is SubjectType =>
  text != null && Object.hasOwn(SUBJECTS, text)

const SUBJECT_AREAS: Partial<Record<SubjectType, Area>> = {
  reply: 'makers',
  launch: 'launches',
  list: 'lists',
  company: 'companies',
}

/** @returns null for a profile, and for content of an area that is off */
export function toContentPath(type: string, id: string): string | null {
  if (!isSubjectType(type)) return null
  const { [type]: area } = SUBJECT_AREAS
  const { path } = SUBJECTS[type]
  return path && (!area || isAreaOn(area)) ? `${path}/${id}` : null
}
