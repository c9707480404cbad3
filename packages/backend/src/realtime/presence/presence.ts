import type { Member } from '../channels/topics.ts'
import { TOPIC_PREFIX } from '../protocol/broadcast.ts'
import { Push } from '../protocol/messages.ts'
import { countBytes, type PresenceEntry, PresenceTopic } from './presence-topic.ts'

/** How long changes are collected, so that a crowd that joins is not one message per pair. */
const DIFF_DELAY_MS = 50

interface PresenceOptions {
  /** Sends to the members of a channel. */
  send: (key: string, message: Push) => void
  /** Of one channel. */
  maxEntries: number
  /** Of the keys and texts of one channel. */
  maxBytes: number
}

/** The members that track themselves on channels of this process. */
export class Presence {
  readonly #options: PresenceOptions
  readonly #topics = new Map<string, PresenceTopic>()
  /** What each member tracks. */
  readonly #tracked = new Map<Member, { entry: PresenceEntry; payload: string }>()
  readonly #process: string
  #nextRef = 0
  #timer: NodeJS.Timeout | undefined

  /** @param process the id of this process, which makes references unique */
  constructor(process: string, options: PresenceOptions) {
    this.#process = process
    this.#options = options
  }

  /** @returns false if the channel has no room for it; what the member tracked before stays */
  track(member: Member, presenceKey: string, payload: Readonly<Record<string, unknown>>): boolean {
    const text = JSON.stringify(payload)
    const before = this.#tracked.get(member)
    if (before?.payload === text) return true
    const ref = `${this.#process}.${(this.#nextRef++).toString(36)}`
    const previous = before ? { phx_ref_prev: before.entry.ref } : {}
    const entry = {
      key: presenceKey,
      ref,
      text: JSON.stringify({ ...payload, phx_ref: ref, ...previous }),
    }
    if (!this.#hasRoom(member.key, entry, before?.entry)) return false
    this.#tracked.set(member, { entry, payload: text })
    this.#apply(member.key, [entry], before ? [before.entry] : [])
    return true
  }

  untrack(member: Member): void {
    const tracked = this.#tracked.get(member)
    if (!tracked) return
    this.#tracked.delete(member)
    this.#apply(member.key, [], [tracked.entry])
  }

  /** Sends the state to a new member. Older members get what is in it first. */
  sendState(member: Member): void {
    const topic = this.#topics.get(member.key)
    if (topic) this.#flushTopic(member.key, topic)
    const wireTopic = toWireTopic(member.key)
    member.send(topic?.toMessage(wireTopic) ?? new Push(wireTopic, 'presence_state', '{}'))
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  /**
   * A member of a full channel may still replace its entry by one that is not larger.
   * @param before the entry that this one replaces
   */
  #hasRoom(key: string, entry: PresenceEntry, before: PresenceEntry | undefined): boolean {
    const topic = this.#topics.get(key)
    const addedBytes = countBytes(entry) - (before ? countBytes(before) : 0)
    const hasKey = before !== undefined || (topic?.size ?? 0) < this.#options.maxEntries
    return hasKey && (addedBytes <= 0 || (topic?.bytes ?? 0) + addedBytes <= this.#options.maxBytes)
  }

  #apply(key: string, joins: PresenceEntry[], leaves: PresenceEntry[]): void {
    const topic = this.#topics.get(key) ?? new PresenceTopic()
    this.#topics.set(key, topic)
    topic.apply(joins, leaves)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      for (const [key, topic] of this.#topics) this.#flushTopic(key, topic)
    }, DIFF_DELAY_MS)
  }

  #flushTopic(key: string, topic: PresenceTopic): void {
    const payload = topic.takeDiff()
    if (payload) this.#options.send(key, new Push(toWireTopic(key), 'presence_diff', payload))
    if (topic.size === 0) this.#topics.delete(key)
  }
}

const toWireTopic = (key: string) => TOPIC_PREFIX + key.slice(key.indexOf(':') + 1)
