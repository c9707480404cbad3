export const pageTitle = (tool: string) => `Alternatives to ${tool}`
export const description = (tool: string) =>
  `Software tools of the same category as ${tool}, the best rated first.`
export const back = 'Back to {tool}'
export const intro =
  'Tools that share a subcategory come first, then other tools of the category, each ordered by rating.'
export const none = 'No other tool of this category has a review yet.'
/** Why a tool is in the list. */
export const sharedSubcategory = (subcategories: readonly string[]) =>
  `Also for ${subcategories.join(', ')}`
export const sharedCategory = (categories: readonly string[]) => `Also in ${categories.join(', ')}`
