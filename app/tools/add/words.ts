// Spec 2 §2.
export const addPageTitle = 'Add a tool'
export const addDescription = 'Add a software tool that is not listed yet.'
export const addTitle = 'Add Tool'
export const addText =
  'Missing a tool? Add it and it’s live right away, ready for its first review.'
export const addSignedOut = '<link>Sign in</link> to add a tool. What you type here is kept.'
export const addSubmit = 'Add Tool'
export const addSubmitting = 'Adding...'

export const fieldName = 'Tool Name *'
export const fieldDescription = 'Description *'
export const fieldCategory = 'Category *'
export const fieldChooseCategory = 'Choose a category'
export const fieldWebsite = 'Website URL'
export const fieldLogo = 'Logo URL'
export const fieldLogoHint = "Without one, the website's icon or initials are shown."

// Results of adding a tool (spec 2 §5 and §8).
export const outcomeSignedOutMore = 'Please sign in to add a tool'
export const outcomeAdded = 'Tool added successfully!'
export const outcomeFailed = 'Failed to add tool. Please try again.'
export const outcomeMissing = 'Missing fields'

// Validation of a tool.
export const nameRequired = 'Tool name is required'
export const descriptionRequired = 'Description is required'
export const categoryRequired = 'Category is required'
export const nameLabel = 'Name'
export const descriptionLabel = 'Description'
export const alreadyListed = 'Already listed: {tool}'
