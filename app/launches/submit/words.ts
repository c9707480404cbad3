import { IDENTITY } from '../../shared/identity.ts'
import { formatDay } from '../../ui/format/day.ts'

// Spec 2 §2.
export const submitPageTitle = 'Submit a launch'
export const submitDescription = `Launch your product on ${IDENTITY.name}.`
export const submitTitle = 'Submit Your Product'
export const submitText =
  'Your product gets one launch day, ranked by upvotes against everything else launching that day.'
export const submitSubmit = 'Submit Launch'
export const submitDraft = 'Save Draft'
export const submitChanges = 'Save Changes'
export const editTitle = 'Edit your launch'
export const editDraftTitle = 'Your draft'
export const editDraftText = 'Only you see it, and people with the link to its preview.'
export const editOver = "This launch is over and can't be changed."
export const previewCopy = 'Copy the link to the preview'
export const ownEdit = 'Edit'
export const ownWithdraw = 'Withdraw'
export const ownWithdrawTitle = 'Withdraw this launch?'
export const ownWithdrawText = 'It is deleted with its upvotes, and cannot be brought back.'
export const ownKeep = 'Keep it'
export const ownWithdrawn = 'Launch withdrawn'

export const fieldTool = 'Tool'
export const fieldOptionalTool = 'Tool (optional)'
export const fieldTagline = 'Tagline *'
export const fieldTaglinePlaceholder = 'What is new, in one line'
export const fieldDescription = 'Description'
export const fieldDate = 'Launch date *'
export const fieldDateHint = (today: string) =>
  `Earliest today, ${formatDay(today)}. Days run from midnight to midnight UTC.`
export const fieldImage = 'Featured image URL'
export const fieldImageHint = 'Best at 1200 × 630 pixels.'
export const fieldPictures = 'Pictures'
export const addPicture = 'Add a picture'
export const picturesHint =
  'Up to three images under 2MB each, cropped to 1200 × 630. They follow the featured image, and are public once added.'
export const pictureNumber = (number: number) => `Picture ${number}`
export const removePicture = (number: number) => `Remove picture ${number}`

export const previewTitle = 'Preview'
export const previewText = 'Your launch in the list.'
export const previewFeatured = 'The featured image is shown here.'

// Validation of a launch.
export const taglineRequired = 'Tagline is required'
export const taglineLabel = 'Tagline'
export const descriptionLabel = 'Description'
export const dateRequired = 'Launch date is required'
export const dateTooFar = 'Launch date is too far ahead'
export const dateInPast = 'Launch date cannot be in the past (days are UTC)'

// Results of creating a launch (spec 2 §8).
export const outcomeCreated = 'Launch created successfully!'
export const outcomeLiveNow = 'It is live now.'
export const outcomeLiveOn = (day: string) => `It goes live on ${formatDay(day)}.`
export const outcomeSignedOut = 'Not authenticated'
export const outcomeDraft = 'Draft saved.'
export const outcomeChanged = 'Launch updated.'
export const outcomeFailed = 'Failed to create launch'
