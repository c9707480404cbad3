// A request with its answer and the source of its function.
export const request = 'The request'
export const requestLink = 'As a link. It opens the answer as JSON.'
export const requestPointer = 'The value is at {pointer}, rounded to {decimals} decimals.'
export const requestCommand = 'As a command:'
export const source = (name: string) => `The source of the function ${name}`
