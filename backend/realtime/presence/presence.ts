import type { Member } from '../channels/topics.ts'
import { TOPIC_PREFIX } from '../protocol/broadcast.ts'
import { Push } from '../protocol/messages.ts'
import { countBytes, type PresenceEntry, PresenceTopic } from './presence-topic.ts'

/** How long changes are collected, so that a crowd that joins is not one message per pair. */
const DIFF_DELAY_MS = 50

/** What a process announces of one channel to the others. */
export interface PresenceDiff {
  /** Of the channel: `toChannelKey`. */
  channel: string
  joins: PresenceEntry[]
  leaves: PresenceEntry[]
}

interface PresenceOptions {
  /** Sends to the members on this process. */
  send: (key: string, message: Push) => void
  /** Sends a change of this process's members to the other processes. */
  announce: (diff: PresenceDiff) => void
  /** Of one channel. */
  maxEntries: number
  /** Of the keys and texts of one channel. */
  maxBytes: number
}

/** The members that track themselves on channels: of this process, and of others as these announce. */
export class Presence {
  readonly #options: PresenceOptions
  readonly #topics = new Map<string, PresenceTopic>()
  /** What each channel of this process tracks. */
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
      from: this.#process,
      text: JSON.stringify({ ...payload, phx_ref: ref, ...previous }),
    }
    if (!this.#hasRoom(member.key, entry, before?.entry)) return false
    this.#tracked.set(member, { entry, payload: text })
    this.#apply({ channel: member.key, joins: [entry], leaves: before ? [before.entry] : [] })
    return true
  }

  untrack(member: Member): void {
    const tracked = this.#tracked.get(member)
    if (!tracked) return
    this.#tracked.delete(member)
    this.#apply({ channel: member.key, joins: [], leaves: [tracked.entry] })
  }

  /** Sends the state to a new member. Older members get what is in it first. */
  sendState(member: Member): void {
    const topic = this.#topics.get(member.key)
    if (topic) this.#flushTopic(member.key, topic)
    const wireTopic = toWireTopic(member.key)
    member.send(topic?.toMessage(wireTopic) ?? new Push(wireTopic, 'presence_state', '{}'))
  }

  /** Applies a change that another process announced. */
  receive({ channel, joins, leaves }: PresenceDiff): void {
    this.#getTopic(channel).apply(joins, leaves)
    this.#schedule()
  }

  /** Replaces what is known of another process. @param state its members by channel */
  replace(from: string, state: ReadonlyMap<string, readonly PresenceEntry[]>): void {
    for (const [channel, topic] of this.#topics) topic.replace(from, state.get(channel) ?? [])
    for (const [channel, entries] of state) {
      if (!this.#topics.has(channel)) this.#getTopic(channel).replace(from, entries)
    }
    this.#schedule()
  }

  /** This process's members by channel, for another process. */
  ownState(): Map<string, PresenceEntry[]> {
    const state = new Map<string, PresenceEntry[]>()
    for (const [{ key: channel }, { entry }] of this.#tracked) {
      const entries = state.get(channel)
      if (entries) entries.push(entry)
      else state.set(channel, [entry])
    }
    return state
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  /**
   * Two processes that fill a channel at once exceed its limits. A member of it may still replace its
   * entry by one that is not larger.
   * @param before the entry that this one replaces
   */
  #hasRoom(key: string, entry: PresenceEntry, before: PresenceEntry | undefined): boolean {
    const topic = this.#topics.get(key)
    const addedBytes = countBytes(entry) - (before ? countBytes(before) : 0)
    const hasKey = before !== undefined || (topic?.size ?? 0) < this.#options.maxEntries
    return hasKey && (addedBytes <= 0 || (topic?.bytes ?? 0) + addedBytes <= this.#options.maxBytes)
  }

  #apply(diff: PresenceDiff): void {
    this.#getTopic(diff.channel).apply(diff.joins, diff.leaves)
    this.#options.announce(diff)
    this.#schedule()
  }

  #getTopic(key: string): PresenceTopic {
    const known = this.#topics.get(key)
    if (known) return known
    const topic = new PresenceTopic()
    this.#topics.set(key, topic)
    return topic
  }

  #schedule(): void {
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
