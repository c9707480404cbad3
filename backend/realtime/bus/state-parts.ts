import type { PresenceDiff } from '../presence/presence.ts'
import type { PresenceEntry } from '../presence/presence-topic.ts'

/** Characters of a part, so that other messages are sent between two of them. */
const PART_LENGTH = 64 * 1024

/** Entries by channel. The entries of one channel may be in several parts. */
export type State = [channel: string, entries: PresenceEntry[]][]

/** @returns at least one part */
export function splitState(state: Iterable<[string, readonly PresenceEntry[]]>): State[] {
  const parts: State[] = [[]]
  let length = 0
  for (const [channel, entries] of state) {
    let own: PresenceEntry[] | undefined
    for (const entry of entries) {
      const added = channel.length + entry.key.length + entry.text.length
      if (length > 0 && length + added > PART_LENGTH) {
        parts.push([])
        length = 0
        own = undefined
      }
      if (!own) {
        own = []
        parts.at(-1)?.push([channel, own])
      }
      own.push(entry)
      length += added
    }
  }
  return parts
}

/** The parts of a state that have arrived, and the changes since that state. */
export class IncomingState {
  /** The sender's number of the last change in the state. */
  readonly version: number
  readonly entries = new Map<string, PresenceEntry[]>()
  readonly diffs: { version: number; diff: PresenceDiff }[] = []
  #parts = 0

  constructor(version: number) {
    this.version = version
  }

  /** @returns false if a part before it is missing, or it is of another state */
  add({ version, part, state }: { version: number; part: number; state: State }): boolean {
    if (version !== this.version || part !== this.#parts) return false
    this.#parts += 1
    for (const [channel, entries] of state) {
      const known = this.entries.get(channel)
      if (known) known.push(...entries)
      else this.entries.set(channel, [...entries])
    }
    return true
  }
}
