import type { Presence, PresenceDiff } from '../presence/presence.ts'
import type { BusMessage, SentMessage } from './bus-messages.ts'

/** How often a process sends a sign of life, in milliseconds. */
const HEARTBEAT_INTERVAL_MS = 10_000

/** A process without one for so long is forgotten, in milliseconds. */
const HEARTBEAT_TIMEOUT_MS = 35_000

interface PeersOptions {
  process: string
  presence: () => Presence
  publish: (message: BusMessage) => void
  times?: { heartbeat: number; timeout: number } | undefined
}

/** The other processes on the same database, and how much of their presence is known. */
export class Peers {
  readonly #options: PeersOptions
  readonly #peers = new Map<string, { version: number; lastSeenAt: number }>()
  readonly #timeoutMs: number
  /** Changes of presence that this process has announced. */
  #version = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: PeersOptions) {
    this.#options = options
    this.#timeoutMs = options.times?.timeout ?? HEARTBEAT_TIMEOUT_MS
  }

  start(): void {
    const interval = this.#options.times?.heartbeat ?? HEARTBEAT_INTERVAL_MS
    this.#timer = setInterval(() => this.#beat(), interval)
    this.#timer.unref()
  }

  /** Asks all processes for their state, and sends this one's: some messages may have been missed. */
  resync(): void {
    this.#options.publish({ kind: 'ask' })
    if (this.#version > 0) this.#publishState()
  }

  publishDiff(diff: PresenceDiff): void {
    this.#version += 1
    this.#options.publish({ kind: 'diff', version: this.#version, diff })
  }

  receive(message: SentMessage): void {
    const { from } = message
    const peer = this.#peers.get(from)
    if (peer) peer.lastSeenAt = Date.now()
    if (message.kind === 'ask') {
      if (message.of === undefined || message.of === this.#options.process) this.#publishState()
    } else if (message.kind === 'leave') this.#forget(from)
    else if (message.kind === 'state') {
      this.#peers.set(from, { version: message.version, lastSeenAt: Date.now() })
      this.#options.presence().replace(from, new Map(message.state))
    } else if (message.kind === 'diff') {
      // After a gap the diff is part of the state that this one asks for.
      if (peer?.version === message.version - 1) {
        peer.version = message.version
        this.#options.presence().receive(message.diff)
      } else if ((peer?.version ?? -1) < message.version) this.#ask(from)
    } else if (message.kind === 'alive' && peer?.version !== message.version) this.#ask(from)
  }

  close(): void {
    clearInterval(this.#timer)
    if (this.#timer) this.#options.publish({ kind: 'leave' })
    this.#timer = undefined
  }

  #ask(of: string): void {
    this.#options.publish({ kind: 'ask', of })
  }

  #publishState(): void {
    const state = [...this.#options.presence().ownState()]
    this.#options.publish({ kind: 'state', version: this.#version, state })
  }

  #beat(): void {
    this.#options.publish({ kind: 'alive', version: this.#version })
    const now = Date.now()
    for (const [from, { lastSeenAt }] of this.#peers) {
      if (now - lastSeenAt > this.#timeoutMs) this.#forget(from)
    }
  }

  #forget(from: string): void {
    this.#peers.delete(from)
    this.#options.presence().replace(from, new Map())
  }
}
