/** A rendering that misses more announcements than this is not cached. */
const MAX_ENTRIES = 1000

/**
 * The last announced tags: a page that was rendered meanwhile may have read before the change.
 * Positions count announcements, from the start of the process.
 */
export class TagLog {
  #entries: string[] = []
  #position = 0

  get position(): number {
    return this.#position
  }

  add(tag: string): void {
    this.#position += 1
    this.#entries.push(tag)
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift()
  }

  /** Stands for every tag. */
  addAll(): void {
    this.#position += 1
    this.#entries = []
  }

  /**
   * @param position where the log stood when the reading of `tags` began
   * @param prefix precedes the announced tags in `tags`
   */
  hasDroppedSince(position: number, tags: ReadonlySet<string>, prefix = ''): boolean {
    const missed = this.#position - position
    if (missed > this.#entries.length) return true
    return missed > 0 && this.#entries.slice(-missed).some((tag) => tags.has(prefix + tag))
  }
}
