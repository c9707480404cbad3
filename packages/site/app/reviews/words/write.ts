import { NAMED_PLANS } from './review.ts'

// Spec 2 §2.
export const writePageTitle = 'Write a review'
export const writeDescription = 'Share your experience with a software tool.'
export const writeMissing = 'Tool not found.'
export const writeSent = 'Your review has been submitted successfully!'
export const writeChanged = 'Your review has been updated.'
export const writeBack = (tool: string) => `Back to ${tool}`
export const writeTitle = (tool: string) => `Review ${tool}`
export const writeAlready = (tool: string) =>
  `You have already reviewed ${tool}. Each person has one review per tool, so here is yours to edit.`

// Spec 2 §2.
export const guideTitle = 'How to write a review'
export const guideSteps = [
  {
    title: 'Go to the tool',
    text: 'Find the tool that you know: search for it, or browse by category.',
  },
  { title: 'Click “Write Review”', text: 'The button is at the top of the tool’s page.' },
  {
    title: 'Share your experience',
    text: 'Rate it, say what works and what does not, and send it.',
  },
] as const
export const guidePick = 'Which tool do you know?'
export const guideBrowse = 'Browse Tools to Review'

export const formRating = 'Rating'
export const formRatingDefault = '5 stars unless you choose'
/** From one star to five. */
export const formVerdicts = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'] as const
export const formInvited =
  'The maker of this tool has invited you. Your review will say “Invited by the maker”. Please write what you really think.'
export const formRequired = 'Title and review are required.'
export const formTitle = 'Title'
export const formTitlePlaceholder = 'Sum it up in one line'
export const formContent = 'Review'
export const formContentPlaceholder = 'What do you use it for? What works, what does not?'
// Spec 3 §3.2.
export const contextTitle = 'Add context (optional)'
export const contextText =
  'This is shown with your review. Reviews by people with a relationship to the maker, or with a reward, are shown and not counted in the adjusted rating.'
export const contextVersion = 'Version'
export const contextPlan = 'Plan'
export const contextFrom = 'Used since'
export const contextUntil = 'Used until'
export const contextRelationship = 'Relationship to the maker'
export const contextIncentive = 'Received for the review'
// Spec 5 §1.
export const contextUses = 'Used for'
export const contextUsesHint = (chosen: number, most: number) => `${chosen} of ${most} chosen`

const NOT_STATED = ['', 'Not stated'] as const
export const PLANS = [NOT_STATED, ...NAMED_PLANS] as const
export const RELATIONSHIPS = [
  NOT_STATED,
  ['none', 'None'],
  ['maker', 'I work for the maker'],
  ['partner', 'I work for a partner of the maker'],
  ['competitor', 'I work for a competitor'],
  ['investor', 'I have invested in the maker'],
] as const
export const INCENTIVES = [
  NOT_STATED,
  ['none', 'Nothing'],
  ['gift', 'A gift'],
  ['discount', 'A discount'],
  ['free_access', 'Free access'],
  ['payment', 'A payment'],
] as const

export const formSubmit = 'Submit Review'
export const formUpdate = 'Update Review'

export const POINTS = {
  pro: {
    label: 'Pros',
    placeholder: 'Add a pro...',
    add: 'Add pro',
    remove: (text: string) => `Remove pro: ${text}`,
    tooMany: (most: number) => `${most} pros at most`,
  },
  con: {
    label: 'Cons',
    placeholder: 'Add a con...',
    add: 'Add con',
    remove: (text: string) => `Remove con: ${text}`,
    tooMany: (most: number) => `${most} cons at most`,
  },
} as const

// Spec 2 §5.
export const titleRequired = 'Title is required'
export const titleTooLong = 'Title too long'
export const contentTooShort = (least: number) => `Review must be at least ${least} characters`
export const contentTooLong = 'Review too long'

// Spec 3 §3.2; those of version, day and 1950 are not in the design.
export const versionTooLong = 'Version too long'
export const dayInvalid = 'Please enter a day'
export const dateInFuture = "The date can't be in the future."
export const dateTooEarly = "The date can't be before 1950."
export const endBeforeStart = "The end date can't be before the start date."

// Results of sending a review (spec 2 §5 and §8).
export const outcomeSignedOutToSubmit = 'Must be logged in to submit review'
export const outcomeSignedOutToUpdate = 'Must be logged in to update review'
export const outcomeFailed = 'Failed to submit review.'

// Spec 7 §5: the digest asks the author about a review that is a year old.
export const confirmTitle = 'Is this still true?'
export const confirmDescription = 'Date your review as still true.'
export const confirmText =
  'If it is, your review shows readers the day of your confirmation. If your experience has changed, change the review.'
export const confirmGo = 'Yes, still true'
export const confirmChange = 'Change the review'
export const confirmFailed = 'Your review could not be confirmed. Please try again.'
export const confirmDone = 'Thank you'
export const confirmDoneMore = (day: string) => `Your review now shows “Confirmed on ${day}”.`
export const confirmSee = 'See the review'
export const confirmMissing = 'This is not one of your reviews'
export const confirmMissingMore =
  'It was deleted, or you are signed in with another account than the one that wrote it.'
