import { FIELD } from './fields.ts'

/** Spec 1 §2. */
export const EDIT = {
  pageTitle: 'Edit profile',
  description: 'What others see of you.',
  title: 'Edit Profile',
  failed: 'Failed to fetch profile information. <again>Try again</again>',
  information: 'Profile Information',
  business: 'Business Information',
} as const

export const AVATAR = {
  title: 'Picture',
  change: 'Change picture',
  updated: 'Picture updated',
  /** Spec 1 §8. */
  invalid: 'Invalid avatar URL',
} as const

/** What became of it (spec 1 §8). */
export const SAVED = {
  title: 'Profile updated',
  text: 'Your profile has been updated successfully.',
  invalid: 'Validation Error',
  taken: 'Username taken',
  takenMore: 'This username is already in use. Please choose another.',
  refused: 'Error updating profile',
  failed: 'Update Failed',
  failedMore: 'Failed to update profile. Please try again.',
} as const

/** Spec 1 §6 and §8. */
export const PRIVACY = {
  title: 'Privacy Settings',
  visibility: 'Profile visibility',
  saved: 'Privacy settings updated',
  savedMore: (visibility: string) => `Profile visibility: ${visibility}`,
  failed: 'Failed to update privacy settings',
  seen: 'What others see',
  visitors: 'Visitors',
  signedIn: 'The signed-in',
  hidden: 'hidden',
  picture: 'your picture',
  initials: 'your initials',
} as const

export const SEEN_FIELDS = {
  username: FIELD.username,
  avatar_url: AVATAR.title,
  first_name: FIELD.firstName,
  last_name: FIELD.lastName,
  bio: FIELD.bio,
  job_title: FIELD.job,
  company_name: FIELD.company,
} as const

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
