/** Spec 2 §2. */
export const WRITE = {
  pageTitle: 'Write a review',
  description: 'Share your experience with a software tool.',
  missing: 'Tool not found.',
  sent: 'Your review has been submitted successfully!',
  back: (tool: string) => `Back to ${tool}`,
  title: (tool: string) => `Review ${tool}`,
  already: (tool: string) =>
    `You have already reviewed ${tool}. One review a person keeps ratings fair, so here is yours to edit.`,
} as const

/** Spec 2 §2. */
export const GUIDE = {
  title: 'How to write a review',
  steps: [
    {
      title: 'Go to the tool',
      text: 'Find the tool that you know: search for it, or browse by category.',
    },
    { title: 'Click “Write Review”', text: 'The button is at the top of the tool’s page.' },
    {
      title: 'Share your experience',
      text: 'Rate it, say what works and what does not, and send it.',
    },
  ],
  browse: 'Browse Tools to Review',
} as const

export const FORM = {
  rating: 'Rating',
  /** From one star to five. */
  verdicts: ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'],
  title: 'Title',
  titlePlaceholder: 'Sum it up in a line',
  content: 'Review',
  contentPlaceholder: 'What do you use it for? What works, what does not?',
  submit: 'Submit Review',
  update: 'Update Review',
} as const

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

/** Spec 2 §5. */
export const WRONG = {
  noTitle: 'Title is required',
  titleTooLong: 'Title too long',
  contentTooShort: (least: number) => `Review must be at least ${least} characters`,
  contentTooLong: 'Review too long',
} as const

/** What became of it (spec 2 §5 and §8). */
export const OUTCOME = {
  signedOutToSubmit: 'Must be logged in to submit review',
  signedOutToUpdate: 'Must be logged in to update review',
  failed: 'Failed to submit review.',
  signedOut:
    'Your session has ended. What you wrote is kept: <link>sign in again</link> and send it.',
} as const
