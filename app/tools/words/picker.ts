import { FAILURE } from '../../data/words.ts'
import { COMMON } from '../../ui/words.ts'

export const PICKER = {
  placeholder: 'Search tools...',
  again: `${FAILURE.search} <again>${COMMON.tryAgain}</again>`,
  none: 'No tools found.',
  searching: 'Searching...',
  found: 'Tools found',
} as const
