import { IDENTITY } from '../../shared/identity.ts'

export const title = 'Public API'
export const description = `Read what ${IDENTITY.name} shows: tools, reviews, launches, figures and decisions, with ten requests to copy.`
export const intro =
  'Everything that visitors see on this site comes from a public API. It answers as Supabase does, so the official clients work.'

export const keysTitle = 'Keys'
export const keysText =
  'Every request needs the public key, in the header <code>apikey</code> or as the parameter <code>?apikey=</code>. It gives the rights of a visitor, and it is in every page of the site.'
export const keysLabel = 'Public key'
export const keysMember =
  'A member’s access token in the header <code>Authorization</code> adds the rights of that member. There are no other keys for clients.'

export const requestsTitle = 'Ten requests'
export const requestsText =
  'Each is a link that opens its answer as JSON. The address of the link has the key, so that you can copy it.'
export const requestsTools = 'Tools that a search finds, the best match first'
export const requestsTool = 'One tool, by its slug'
export const requestsReviews = 'The newest reviews of a tool'
export const requestsFigures = 'The figures of the site, which the Trust Center shows'
export const requestsCategories = 'The categories, and how many tools each has'
export const requestsAdjusted = 'The tools with the highest adjusted rating'
export const requestsCompare = 'The probability that one tool is rated higher than another'
export const requestsLaunches = 'The newest launches, with their upvotes'
export const requestsDecisions = 'The newest moderation decisions'
export const requestsSource = 'The source of a function'

export const clientTitle = 'With supabase-js'
export const clientText =
  'The client needs the address and the key. It runs in browsers, Node, Deno and Bun; the API allows requests from every origin.'
export const clientLabel = 'Example for supabase-js'

export const limitsTitle = 'Limits'
export const limitsPoints = [
  'An answer has at most 1,000 rows. The parameters limit and offset read the next ones.',
  'Embedded relations: at most four levels and twenty in one request.',
  'A statement may run for one second (on PostgreSQL three); then the answer is 400 with the code 57014.',
  'The database time of one network is limited to 10 seconds a minute (on PostgreSQL 20). More than that answers 429 until the minute is over.',
  'On a hosted Supabase project, the limits of the project apply instead.',
] as const

export const openTitle = 'OpenAPI'
export const openText =
  'A description of all tables, views and functions in OpenAPI 2.0, for tools that read it: <link>{url}</link>'
export const feedsTitle = 'Feeds'
export const feedsText =
  'There are no RSS or Atom feeds yet. A reader of JSON can repeat the requests for the newest reviews, launches and decisions above.'
export const figuresTitle = 'Figures'
export const figuresText =
  'Every figure that the site shows, with the request that returns it: <list>figures.json</list>. A click on a figure opens its explanation.'
