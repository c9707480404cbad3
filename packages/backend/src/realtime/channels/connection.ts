import { WebSocket } from 'ws'
import type { CutReason, RealtimeContext } from '../context.ts'
import { type Frame, FrameError, parseFrame, type Version } from '../protocol/frames.ts'
import { type Encoded, encodeReply } from '../protocol/messages.ts'
import { RefusedToken, verifyToken } from '../tokens.ts'
import type { Channel } from './channel.ts'
import { FrameCounter, isHeartbeat } from './frame-counter.ts'
import { join } from './join.ts'

/** Codes of RFC 6455. */
const CLOSE_CODES: Record<Exclude<CutReason, 'slow'>, number> & { policy: number } = {
  idle: 1000,
  rate: 1008,
  policy: 1008,
  malformed: 1007,
}

/** The reason of a close after too many messages. */
const TOO_MANY_MESSAGES = 'Too many messages per second'

/** Frames that wait for a slow one, such as a join; more are a flood. */
const MAX_WAITING = 200

/** One socket: its channels, and the order of its messages. */
export class Connection {
  readonly socket: WebSocket
  readonly version: Version
  readonly apiKey: string
  readonly #hasServiceKey: boolean
  readonly clientAddress: string
  /** By topic, with the prefix. */
  readonly channels = new Map<string, Channel>()
  /** When the last frame arrived, in milliseconds since 1970. */
  lastFrameAt = Date.now()
  readonly #context: RealtimeContext
  readonly #counter: FrameCounter
  /** Frames behind one that is not finished. */
  #waiting: Frame[] | undefined

  constructor(
    context: RealtimeContext,
    socket: WebSocket,
    about: { version: Version; apiKey: string; hasServiceKey: boolean; clientAddress: string },
  ) {
    this.#context = context
    this.socket = socket
    this.version = about.version
    this.apiKey = about.apiKey
    this.#hasServiceKey = about.hasServiceKey
    this.clientAddress = about.clientAddress
    this.#counter = new FrameCounter(context.rates, about.clientAddress)
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN
  }

  receive(data: Buffer, isBinary: boolean): void {
    if (!this.isOpen) return
    this.lastFrameAt = Date.now()
    this.#context.counters.messagesIn += 1
    if (!this.#counter.countUnread(data.length)) {
      this.cut('rate', TOO_MANY_MESSAGES)
      return
    }
    try {
      const frame = parseFrame(data, isBinary, this.version, this.#context.limits.nameLength)
      if (!this.#counter.count(frame, this.lastFrameAt)) this.#refuseFlood(frame)
      else if (!this.#waiting) this.#handle(frame)
      else if (this.#waiting.length < MAX_WAITING) this.#waiting.push(frame)
      else this.cut('rate', TOO_MANY_MESSAGES)
    } catch (error) {
      if (error instanceof FrameError) {
        this.#counter.countMalformed()
        this.cut('malformed', `Invalid message: ${error.message}`)
      } else this.#fail(error)
    }
  }

  /** @param encoded nothing if this version of the protocol cannot carry the message */
  send(encoded: Encoded | undefined): void {
    if (!encoded || !this.isOpen) return
    this.#context.counters.messagesOut += 1
    this.socket.send(encoded.data, { binary: encoded.isBinary })
    if (this.socket.bufferedAmount > this.#context.limits.bufferedBytes) this.cut('slow', '')
  }

  reply(frame: Frame, status: 'ok' | 'error', response: object): void {
    if (frame.ref === null) return
    this.send(encodeReply(this.version, frame, status, JSON.stringify(response)))
  }

  /** Closes the socket, without a message to a client that does not read. */
  cut(reason: CutReason, message: string): void {
    if (!this.isOpen) return
    this.#context.counters.cut[reason] += 1
    // A paused socket would not read the client's answer to the close.
    this.socket.resume()
    if (reason === 'slow') this.socket.terminate()
    else this.socket.close(CLOSE_CODES[reason], message.slice(0, 120))
    this.dispose()
  }

  countChangeBindings(): number {
    let count = 0
    for (const { changes } of this.channels.values()) count += changes?.bindings.length ?? 0
    return count
  }

  forget(channel: Channel): void {
    if (this.channels.get(channel.wireTopic) === channel) this.channels.delete(channel.wireTopic)
  }

  /** Leaves all channels. */
  dispose(): void {
    for (const channel of this.channels.values()) channel.dispose()
    this.channels.clear()
    this.#waiting = undefined
  }

  endSession(id: string): void {
    for (const channel of this.channels.values()) channel.endSession(id)
  }

  /** @param now milliseconds since 1970 */
  sweep(now: number): void {
    if (now - this.lastFrameAt > this.#context.limits.idleMs) {
      this.cut('idle', 'No heartbeat')
      return
    }
    for (const channel of this.channels.values()) channel.sweep(now)
    if (this.#hasServiceKey) this.#checkKey()
  }

  /** Closes the socket if its key was replaced. */
  #checkKey(): void {
    verifyToken(this.#context.keys, this.apiKey).catch((error: unknown) => {
      if (!(error instanceof RefusedToken)) this.#context.log(error)
      else if (this.isOpen) {
        this.socket.close(CLOSE_CODES.policy, error.message)
        this.dispose()
      }
    })
  }

  /** @param waiting frames behind this one. @returns whether they have to wait */
  #handle(frame: Frame, waiting: Frame[] = []): boolean {
    const pending = this.#dispatch(frame)
    if (!pending) return false
    this.#waiting = waiting
    this.socket.pause()
    pending
      .catch((error: unknown) => this.#context.log(error))
      .finally(() => this.#resume())
      .catch((error: unknown) => this.#context.log(error))
    return true
  }

  #resume(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    if (!this.isOpen) return
    for (let frame = waiting.shift(); frame; frame = waiting.shift()) {
      if (this.#handle(frame, waiting)) return
    }
    this.socket.resume()
  }

  #dispatch(frame: Frame): Promise<void> | undefined {
    const { topic, event, joinRef } = frame
    if (topic === 'phoenix') {
      if (isHeartbeat(frame)) this.reply(frame, 'ok', {})
      else this.reply(frame, 'error', { reason: 'unmatched topic' })
      return undefined
    }
    if (event === 'phx_join') return join(this.#context, this, frame)
    const channel = this.channels.get(topic)
    const isOfChannel = channel && (joinRef === null || joinRef === channel.state.joinRef)
    if (event === 'phx_leave') {
      this.reply(frame, 'ok', {})
      if (isOfChannel) channel.close()
    } else if (isOfChannel) return channel.receive(frame)
    else this.reply(frame, 'error', { reason: 'unmatched topic' })
    return undefined
  }

  /** Nothing a client sends may end the process. */
  #fail(error: unknown): void {
    this.#context.log(error)
    this.socket.resume()
    this.socket.close(1011, 'Something went wrong')
    this.dispose()
  }

  /** As Supabase: a flood of joins ends the socket, another one its channel. */
  #refuseFlood(frame: Frame): void {
    const channel = this.channels.get(frame.topic)
    if (frame.event === 'phx_join') {
      const reason = 'ClientJoinRateLimitReached: Too many joins per second'
      this.reply(frame, 'error', { reason })
      this.cut('rate', reason)
    } else if (channel) channel.shutDown(TOO_MANY_MESSAGES)
    else this.cut('rate', TOO_MANY_MESSAGES)
  }
}
