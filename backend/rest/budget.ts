import { badQuery } from './errors.ts'

/** More of them serve no screen: a short address can multiply them into a statement of megabytes. */
const MOST_PARTS = 500
/** A long value takes the room of several parts, in characters for each. */
const PER_PART = 100

/** How many columns, JSON steps, conditions and joins a statement may still hold. */
export class Budget {
  #left = MOST_PARTS

  get left(): number {
    return this.#left
  }

  /**
   * Asked before each part is built, so that the building itself is bounded.
   * @throws {ApiError} PGRST100 when the request asks for too much
   */
  spend(parts = 1, characters = 0): void {
    this.#left -= parts + Math.floor(characters / PER_PART)
    if (this.#left >= 0) return
    throw badQuery(
      '"the request is too complex"',
      `The columns, JSON steps, conditions, orders and embedded resources come to more than ${MOST_PARTS} in one statement`,
    )
  }
}
