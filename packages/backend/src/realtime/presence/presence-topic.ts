import { Push } from '../protocol/messages.ts'

/** What one channel of one socket tracks. */
export interface PresenceEntry {
  /** The presence key; several sockets may use one. */
  key: string
  /** Unique among the entries of the channel. */
  ref: string
  /** JSON text for clients, with `phx_ref`. */
  text: string
}

/** What an entry adds to the state of its channel, about. */
export const countBytes = ({ key, text }: Pick<PresenceEntry, 'key' | 'text'>) =>
  Buffer.byteLength(key) + Buffer.byteLength(text)

/** The presence of one channel, and the changes that its members do not know yet. */
export class PresenceTopic {
  readonly #entries = new EntriesByKey()
  #joins = new EntriesByKey()
  #leaves = new EntriesByKey()
  /** Of `toMessage`, until the next change. */
  #message: Push | undefined

  /** The number of entries. */
  get size(): number {
    return this.#entries.size
  }

  /** Of the keys and texts of all entries. */
  get bytes(): number {
    return this.#entries.bytes
  }

  apply(joins: readonly PresenceEntry[], leaves: readonly PresenceEntry[]): void {
    for (const entry of leaves) this.#remove(entry)
    for (const entry of joins) this.#add(entry)
  }

  /**
   * The state for new members: built once, whatever their number.
   * @param wireTopic the topic of this channel, with the prefix
   */
  toMessage(wireTopic: string): Push {
    this.#message ??= new Push(wireTopic, 'presence_state', this.#entries.toJson())
    return this.#message
  }

  /** JSON text of `presence_diff` since the last call, if anything has changed. */
  takeDiff(): string | undefined {
    if (this.#joins.size === 0 && this.#leaves.size === 0) return undefined
    const diff = `{"joins":${this.#joins.toJson()},"leaves":${this.#leaves.toJson()}}`
    this.#joins = new EntriesByKey()
    this.#leaves = new EntriesByKey()
    return diff
  }

  #add(entry: PresenceEntry): void {
    if (!this.#entries.add(entry)) return
    this.#message = undefined
    if (!this.#leaves.remove(entry)) this.#joins.add(entry)
  }

  #remove(entry: PresenceEntry): void {
    if (!this.#entries.remove(entry)) return
    this.#message = undefined
    // A join that was not sent is dropped with its leave.
    if (!this.#joins.remove(entry)) this.#leaves.add(entry)
  }
}

class EntriesByKey {
  readonly #all = new Map<string, PresenceEntry[]>()
  size = 0
  bytes = 0

  /** @returns false if it is there already */
  add(entry: PresenceEntry): boolean {
    const entries = this.#all.get(entry.key)
    if (!entries) this.#all.set(entry.key, [entry])
    else if (entries.some(({ ref }) => ref === entry.ref)) return false
    else entries.push(entry)
    this.size += 1
    this.bytes += countBytes(entry)
    return true
  }

  /** @returns false if it is not there */
  remove({ key, ref }: PresenceEntry): boolean {
    const entries = this.#all.get(key) ?? []
    const removed = entries.find((entry) => entry.ref === ref)
    if (!removed) return false
    const rest = entries.filter((entry) => entry !== removed)
    this.size -= 1
    this.bytes -= countBytes(removed)
    if (rest.length > 0) this.#all.set(key, rest)
    else this.#all.delete(key)
    return true
  }

  toJson(): string {
    const keys = [...this.#all].map(([key, entries]) => {
      const metas = entries.map(({ text }) => text).join(',')
      return `${JSON.stringify(key)}:{"metas":[${metas}]}`
    })
    return `{${keys.join(',')}}`
  }
}
