import * as dataWords from '../../data/words.ts'
import * as uiWords from '../../ui/words.ts'

export const failed = `${dataWords.failureSearch} <again>${uiWords.tryAgain}</again>` as const
export const none = 'No tools found.'
export const found = 'Tools found'
