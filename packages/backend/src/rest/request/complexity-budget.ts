import { queryError } from '../errors.ts'

/** A short URL can multiply parts into a statement of megabytes. No screen needs more. */
const MAX_PARTS = 500
/** A long value counts as several parts. */
const CHARACTERS_PER_PART = 100

/** How many columns, JSON steps, conditions and joins a statement may still have. */
export class ComplexityBudget {
  #left = MAX_PARTS

  get left(): number {
    return this.#left
  }

  /**
   * Called before each part is built, which limits the work of building.
   * @throws {ApiError} PGRST100 when the request asks for too much
   */
  spend(parts = 1, characters = 0): void {
    this.#left -= parts + Math.floor(characters / CHARACTERS_PER_PART)
    if (this.#left >= 0) return
    throw queryError(
      '"the request is too complex"',
      `The columns, JSON steps, conditions, orders and embedded resources come to more than ${MAX_PARTS} in one statement`,
    )
  }
}
