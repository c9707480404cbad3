import type { Change } from './notices.ts'

/** Changes of one table that wait for their delivery. */
export class ChangeQueue {
  readonly #maxChanges: number
  #changes: Change[] = []
  /** The last waiting change of each key. */
  readonly #last = new Map<string, Change>()

  constructor(maxChanges: number) {
    this.#maxChanges = maxChanges
  }

  get size(): number {
    return this.#changes.length
  }

  /**
   * Adds a change. Updates of a row that waits for an update count as that one, because its delivery
   * reads the newest row.
   * @returns how many waiting changes were dropped to make room
   */
  add(change: Change): number {
    const { key } = change
    const last = key === undefined ? undefined : this.#last.get(key)
    if (last && isPlainUpdate(last) && isPlainUpdate(change)) {
      last.at = change.at
      return 0
    }
    const dropped = this.size >= this.#maxChanges ? this.clear() : 0
    this.#changes.push(change)
    if (key !== undefined) this.#last.set(key, change)
    return dropped
  }

  take(count: number): Change[] {
    const taken = this.#changes.slice(0, count)
    this.#changes = this.#changes.slice(count)
    for (const change of taken) {
      if (change.key !== undefined && this.#last.get(change.key) === change) {
        this.#last.delete(change.key)
      }
    }
    return taken
  }

  /** @returns how many changes waited */
  clear(): number {
    const { size } = this
    this.#changes = []
    this.#last.clear()
    return size
  }
}

const isPlainUpdate = ({ kind, oldKey }: Change) => kind === 'UPDATE' && oldKey === undefined
