/** A statement that comes again is planned once a connection; what comes once is not kept. */
const WORTH_KEEPING = 3
const MOST_KEPT = 300
const MOST_COUNTED = 2000

/**
 * Names for statements that a connection should remember. Requests decide the text, so that there
 * can be any number of them: few are named, and those for good.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  #seen = new Map<string, number>()

  /** @returns a name once the text has come often enough, and there is room */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MOST_KEPT) return known
    const times = (this.#seen.get(text) ?? 0) + 1
    if (times < WORTH_KEEPING) {
      if (this.#seen.size >= MOST_COUNTED) this.#seen = new Map()
      this.#seen.set(text, times)
      return undefined
    }
    this.#seen.delete(text)
    const name = `s${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}
