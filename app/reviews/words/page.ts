// The page of one review.
export const title = (tool: string, reviewer: string) => `${tool}, reviewed by ${reviewer}`
export const heading = '{tool}, reviewed by {reviewer}'
export const missing = 'Review Not Found'
export const missingDescription = 'This review does not exist.'
export const missingMore = 'It may have been deleted by its author.'
export const all = (tool: string) => `All reviews of ${tool}`
