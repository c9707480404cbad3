/** Spec 2 §2. */
export const ADD = {
  pageTitle: 'Add a tool',
  description: 'Add a software tool that is not listed yet.',
  title: 'Add Tool',
  text: 'What is not listed yet, you can add. It is on the site at once, ready for its first review.',
  signedOut: '<link>Sign in</link> to add a tool. What you type here is kept meanwhile.',
  submit: 'Add Tool',
  submitting: 'Adding...',
} as const

export const FIELD = {
  name: 'Tool Name *',
  description: 'Description *',
  category: 'Category *',
  chooseCategory: 'Choose a category',
  website: 'Website URL',
  logo: 'Logo URL',
  logoHint: "Without one the website's own icon is shown, or else initials.",
} as const

/** What became of it (spec 2 §5 and §8). */
export const OUTCOME = {
  signedOut: 'Authentication required',
  signedOutMore: 'Please sign in to add a tool',
  added: 'Tool added successfully!',
  failed: 'Failed to add tool. Please try again.',
  missing: 'Missing fields',
} as const

/** What is wrong with a tool. */
export const WRONG = {
  noName: 'Tool name is required',
  noDescription: 'Description is required',
  noCategory: 'Category is required',
  name: 'Name',
  description: 'Description',
  listed: 'Already listed: {tool}',
} as const

/** What is wrong with an address of the web. */
export const ADDRESS = {
  tooLong: 'This address is too long',
  invalid: 'Please enter a valid URL, beginning with https:// or http://',
} as const
