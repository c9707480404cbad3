import * as dataWords from './words.ts'

/** A part of the site itself could not be fetched. */
export class UnreachedError extends Error {
  constructor(cause: unknown) {
    super(dataWords.failureUnreached, { cause })
  }
}

/** Spec 1 §8: a failure that its section does not tell is at least in the console. */
export function logFailure(error: unknown): void {
  console.error(error)
}

/** What somebody is told of an error that nothing else caught; never its insides. */
export function failureWords(error: unknown): string {
  return error instanceof UnreachedError ? dataWords.failureUnreached : dataWords.failureUnexpected
}
