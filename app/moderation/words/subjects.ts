/** The names of content in reports, decisions and appeals. */
export const reviewTitle = (tool: string, title: string) => `Review of ${tool}: “${title}”`
export const launchTitle = (tool: string | undefined, tagline: string) =>
  tool ? `Launch of ${tool}: “${tagline}”` : `Launch: “${tagline}”`

/** The name that the database gives to a removed company. */
export const REMOVED_COMPANY = 'Removed company'

/** With a number in the moderation log. */
export const decisionNumber = (number: number) => `Decision ${number}`
export const reportNumber = (number: number) => `Report ${number}`
