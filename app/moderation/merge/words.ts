import { pluralize } from '../../ui/format/numbers.ts'

export const title = 'Merge tools'
export const description = 'Merge two entries of one tool.'
export const intro =
  'Two entries of one tool become one. A merge can be undone for 30 days: restore the merged tool on its case page.'

export const source = 'Merge this tool'
export const sourceNote = 'It is no longer listed. Its addresses redirect.'
export const target = 'Into this tool'
export const targetNote = 'Its name, facts and address stay.'
export const choose = 'Choose another tool'
export const swap = 'Swap both'
export const place = (slug: string, category: string) => `/tool/${slug} · ${category}`
export const missing = 'There is no listed tool at this address.'
export const same = 'A tool can’t be merged into itself.'

export const movesTitle = 'What moves'
export const moves = {
  reviews: (count: number) => pluralize(count, { one: '{n} review', other: '{n} reviews' }),
  launches: (count: number) => pluralize(count, { one: '{n} launch', other: '{n} launches' }),
  edits: (count: number) =>
    pluralize(count, {
      one: '{n} suggested or accepted edit',
      other: '{n} suggested or accepted edits',
    }),
  addresses: (count: number) =>
    pluralize(count, { one: '{n} address that redirects', other: '{n} addresses that redirect' }),
}
export const collidesTitle = 'What collides'
export const collidesNone = 'No member reviewed both tools.'
export const collides = (count: number) =>
  pluralize(count, {
    one: '{n} member reviewed both tools. The newer review stays; the older one is removed, and its author gets an email.',
    other:
      '{n} members reviewed both tools. The newer review of each stays; the older one is removed, and its author gets an email.',
  })
export const stays = (review: string) => `Stays: ${review}`
export const isRemoved = (review: string) => `Is removed: ${review}`
export const reviewOf = (tool: string, stars: number) => `${tool}, ${stars} of 5 stars`

export const explanation = 'Explanation'
export const explanationHint = 'Public, in the moderation log.'
export const explanationInvalid = 'Please explain the decision in 30 to 2,000 characters.'
export const send = 'Merge'
export const confirmTitle = (source: string, target: string) => `Merge ${source} into ${target}?`
export const confirmText = 'All visitors see one tool at once. You can undo it for 30 days.'

export const catalogueTitle = 'Catalogue'
export const toMerge = 'Merge into another tool'
export const name = 'Name'
export const slug = 'Address'
export const slugHint = 'The last part of the tool’s address. The present one will redirect.'
export const rename = 'Rename'
export const renamed = 'The tool was renamed'
export const renamedNothing = 'Nothing has changed'
