import type { Presence, PresenceDiff } from '../presence/presence.ts'
import type { BusMessage, SentMessage } from './bus-messages.ts'
import { IncomingState, splitState } from './state-parts.ts'

/** The interval of heartbeats, in milliseconds. */
const HEARTBEAT_INTERVAL_MS = 10_000

/** A process is forgotten after this time without a heartbeat, in milliseconds. */
const HEARTBEAT_TIMEOUT_MS = 35_000

interface PeersOptions {
  process: string
  presence: () => Presence
  publish: (message: BusMessage) => void
  /** Resolves when a message is sent or given up, with whether it is sent. */
  send: (message: BusMessage) => Promise<boolean>
  times?: { heartbeat: number; timeout: number } | undefined
  log: (error: unknown) => void
}

interface Peer {
  /** The peer's last change of presence that is known here; -1 before its first state. */
  version: number
  lastSeenAt: number
  /** Its state is not requested again before this time. */
  asksAgainAt: number
  incoming?: IncomingState | undefined
}

/** The other processes on the same database, and how much of their presence is known. */
export class Peers {
  readonly #options: PeersOptions
  readonly #peers = new Map<string, Peer>()
  readonly #intervalMs: number
  readonly #timeoutMs: number
  /** Changes of presence that this process has announced, also those that could not be sent. */
  #version = 0
  #timer: NodeJS.Timeout | undefined
  #asksAllAgainAt = 0
  #isStateRequested = false
  #sendingState: Promise<void> | undefined
  #isClosed = false

  constructor(options: PeersOptions) {
    this.#options = options
    this.#intervalMs = options.times?.heartbeat ?? HEARTBEAT_INTERVAL_MS
    this.#timeoutMs = options.times?.timeout ?? HEARTBEAT_TIMEOUT_MS
  }

  start(): void {
    this.#timer = setInterval(() => this.#sendHeartbeat(), this.#intervalMs)
    this.#timer.unref()
  }

  /**
   * Asks all processes for their state, and sends this one's: some messages may have been missed.
   * After a second call within the interval the next heartbeats show what is missing.
   */
  resync(): void {
    const now = Date.now()
    if (now < this.#asksAllAgainAt) return
    this.#asksAllAgainAt = now + this.#intervalMs
    this.#options.publish({ kind: 'ask' })
    if (this.#version > 0) this.#sendState()
  }

  publishDiff(diff: PresenceDiff): void {
    this.#version += 1
    this.#options.publish({ kind: 'diff', version: this.#version, diff })
  }

  receive(message: SentMessage): void {
    // The database may be closed, and the others have forgotten this process.
    if (this.#isClosed) return
    const { from } = message
    const peer = this.#peers.get(from)
    if (peer) peer.lastSeenAt = Date.now()
    if (message.kind === 'ask') {
      if (message.of === undefined || message.of === this.#options.process) this.#sendState()
    } else if (message.kind === 'leave') this.#forget(from)
    else if (message.kind === 'state') this.#receivePart(message)
    else if (message.kind === 'diff') {
      if (peer?.version === message.version - 1) this.#applyDiff(peer, message)
      else if (peer?.incoming) peer.incoming.diffs.push(message)
      // After a gap the diff is part of the state that this one asks for.
      else if ((peer?.version ?? -1) < message.version) this.#ask(from)
    } else if (message.kind === 'alive' && peer?.version !== message.version) this.#ask(from)
  }

  close(): void {
    clearInterval(this.#timer)
    if (this.#timer) this.#options.publish({ kind: 'leave' })
    this.#timer = undefined
    this.#isClosed = true
  }

  #getPeer(from: string): Peer {
    const known = this.#peers.get(from)
    if (known) return known
    const peer = { version: -1, lastSeenAt: Date.now(), asksAgainAt: 0 }
    this.#peers.set(from, peer)
    return peer
  }

  #ask(of: string): void {
    const peer = this.#getPeer(of)
    const now = Date.now()
    if (now < peer.asksAgainAt) return
    peer.asksAgainAt = now + this.#intervalMs
    peer.incoming = undefined
    this.#options.publish({ kind: 'ask', of })
  }

  #receivePart(message: SentMessage & { kind: 'state' }): void {
    const { from, version, part, isLast } = message
    const peer = this.#getPeer(from)
    // A state that another process has requested, and that is known here, is skipped.
    if (part === 0)
      peer.incoming = peer.version === version ? undefined : new IncomingState(version)
    const { incoming } = peer
    if (!incoming?.add(message)) {
      peer.incoming = undefined
      return
    }
    // The next part is on its way.
    peer.asksAgainAt = Date.now() + this.#intervalMs
    if (!isLast) return
    peer.incoming = undefined
    peer.asksAgainAt = 0
    this.#options.presence().replace(from, incoming.entries)
    peer.version = version
    for (const diff of incoming.diffs) {
      if (diff.version === peer.version + 1) this.#applyDiff(peer, diff)
    }
  }

  #applyDiff(peer: Peer, { version, diff }: { version: number; diff: PresenceDiff }): void {
    peer.version = version
    this.#options.presence().receive(diff)
  }

  #sendState(): void {
    this.#isStateRequested = true
    this.#sendingState ??= this.#sendStates()
  }

  async #sendStates(): Promise<void> {
    // Several processes may ask in one tick.
    await null
    try {
      while (this.#isStateRequested) {
        this.#isStateRequested = false
        await this.#sendParts()
      }
    } catch (error) {
      this.#options.log(error)
    }
    // At once: a request in a later microtask starts again.
    this.#sendingState = undefined
  }

  /** Each part waits until the last one is sent, so that a large state does not fill the queue. */
  async #sendParts(): Promise<void> {
    const version = this.#version
    const parts = splitState(this.#options.presence().ownState())
    for (const [part, state] of parts.entries()) {
      if (this.#isClosed) return
      const isLast = part === parts.length - 1
      if (!(await this.#options.send({ kind: 'state', version, part, isLast, state }))) return
    }
  }

  #sendHeartbeat(): void {
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
