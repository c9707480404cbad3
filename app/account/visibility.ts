/** Spec 1 §6: who sees what of a person; public.profiles decides, this explains it. */
export const VISIBILITIES = [
  {
    value: 'private',
    title: 'Private',
    text: "Others see your username and picture alone; your activity is hidden. Your reviews stay on their tools' pages under your username.",
  },
  {
    value: 'professional',
    title: 'Professional',
    text: 'Everyone sees your name and bio; who is signed in also your job title and company.',
  },
  { value: 'public', title: 'Public', text: 'Everyone sees everything but your e-mail address.' },
] as const

export type Visibility = (typeof VISIBILITIES)[number]['value']

const ALWAYS = ['username', 'avatar_url'] as const
const NAMED = [...ALWAYS, 'first_name', 'last_name', 'bio'] as const
const WORKING = [...NAMED, 'job_title', 'company_name'] as const

export type SeenField = (typeof WORKING)[number]

/** The fields that a viewer other than the owner sees. */
export function seenFields(
  visibility: Visibility,
  viewer: 'visitor' | 'signed-in',
): readonly SeenField[] {
  if (visibility === 'private') return ALWAYS
  return visibility === 'public' || viewer === 'signed-in' ? WORKING : NAMED
}
