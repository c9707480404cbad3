import * as peopleWords from '../people/words.ts'
import * as uiWords from '../ui/words.ts'

// Spec 1 §2.
export const editPageTitle = 'Edit profile'
export const editDescription = 'How others see you.'
export const editTitle = 'Edit Profile'
export const editFailed =
  `Failed to fetch profile information. <again>${uiWords.tryAgain}</again>` as const
export const editInformation = 'Profile Information'
export const editBusiness = 'Business Information'

export const avatarTitle = 'Picture'
export const avatarChange = 'Change picture'
export const avatarUpdated = 'Picture updated'
/** Spec 1 §8. */
export const avatarInvalid = 'Invalid avatar URL'

// Results (spec 1 §8).
export const savedTitle = 'Profile updated'
export const savedText = 'Your profile has been updated successfully.'
export const savedInvalid = 'Validation Error'
export const savedTaken = 'Username taken'
export const savedTakenMore = 'This username is already in use. Please choose another.'
export const savedRefused = 'Error updating profile'
export const savedFailed = 'Update Failed'
export const savedFailedMore = 'Failed to update profile. Please try again.'

// Spec 1 §6 and §8.
export const privacyTitle = 'Privacy Settings'
export const privacyVisibility = 'Profile visibility'
export const privacySaved = 'Privacy settings updated'
export const privacySavedMore = (visibility: string) => `Profile visibility: ${visibility}`
export const privacyFailed = 'Failed to update privacy settings'
export const privacySeen = 'What others see'
export const privacyVisitors = 'Visitors'
export const privacySignedIn = 'Signed-in members'
export const privacyHidden = 'hidden'
export const privacyPicture = 'your picture'
export const privacyInitials = 'your initials'

export const SEEN_FIELDS = {
  username: peopleWords.username,
  avatar_url: avatarTitle,
  first_name: peopleWords.firstName,
  last_name: peopleWords.lastName,
  bio: peopleWords.bio,
  job_title: peopleWords.workJob,
  company_name: peopleWords.company,
} as const

/** Spec 1 §6: explains the visibilities that public.profiles enforces. */
export const VISIBILITIES = [
  {
    value: 'private',
    title: 'Private',
    text: "Others see only your username and picture. Your activity is hidden. Your reviews stay on their tools' pages under your username.",
  },
  {
    value: 'professional',
    title: 'Professional',
    text: 'Everyone sees your name and bio. Signed-in members also see your job title and company.',
  },
  { value: 'public', title: 'Public', text: 'Everyone sees everything except your email address.' },
] as const
