import { pluralize } from '../ui/format/numbers.ts'

// A request with its answer and the source of its function.
export const request = 'The request'
export const requestLink = 'As a link. It opens the answer as JSON.'
export const requestPointer = 'The value is at {pointer}, {rounding}.'
export const requestRounding = (decimals: number) =>
  decimals === 0
    ? 'rounded to a whole number'
    : pluralize(decimals, { one: 'rounded to {n} decimal', other: 'rounded to {n} decimals' })
export const requestCommand = 'As a command:'
export const sourceLanguage = 'SQL'
export const source = (name: string) => `The source of the function ${name}`
