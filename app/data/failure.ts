/** What to say when nothing came back from the site. */
export const UNREACHED = "Couldn't reach the site. Check your connection and try again."

/** Spec 1 §8: what nobody foresaw. */
export const UNEXPECTED = 'An unexpected error occurred. Please try again.'

/** A part of the site itself could not be fetched. */
export class UnreachedError extends Error {
  constructor(cause: unknown) {
    super(UNREACHED, { cause })
  }
}

/** Spec 1 §8: a failure that its section does not tell is at least in the console. */
export function logFailure(error: unknown): void {
  console.error(error)
}

/** What somebody is told of an error that nothing else caught; never its insides. */
export function failureWords(error: unknown): string {
  return error instanceof UnreachedError ? UNREACHED : UNEXPECTED
}
