import type * as profileWords from './words.ts'

export type Visibility = (typeof profileWords.VISIBILITIES)[number]['value']

const ALWAYS = ['username', 'avatar_url'] as const
const NAMED = [...ALWAYS, 'first_name', 'last_name', 'bio'] as const
const WORKING = [...NAMED, 'job_title', 'company_name'] as const

export type VisibleField = (typeof WORKING)[number]

/** The fields that a viewer other than the owner sees. */
export function listVisibleFields(
  visibility: Visibility,
  viewer: 'visitor' | 'signed-in',
): readonly VisibleField[] {
  if (visibility === 'private') return ALWAYS
  return visibility === 'public' || viewer === 'signed-in' ? WORKING : NAMED
}
