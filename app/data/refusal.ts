/** Why the server did not do what was asked, in words for people (spec 1 §8). */
export interface Refusal {
  /** A name was taken, the session has ended, or anything else. */
  kind: 'taken' | 'signed-out' | 'other'
  title: string
  text: string
}
