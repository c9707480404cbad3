import { isTooDeep } from '../../json-depth.ts'
import type { ChangeSubscription } from '../change-source.ts'
import type { RealtimeContext } from '../context.ts'
import type { RealtimeLimits } from '../limits/limits.ts'
import { type Broadcast, TOPIC_PREFIX, toChannelKey } from '../protocol/broadcast.ts'
import { type Frame, isObject, type Ref } from '../protocol/frames.ts'
import { encodePush, type Message } from '../protocol/messages.ts'
import {
  expiryMessage,
  isServiceToken,
  RefusedToken,
  SESSION_ENDED,
  type VerifiedToken,
  verifyToken,
} from '../tokens.ts'
import type { ChannelAccess } from './channel-access.ts'
import type { Connection } from './connection.ts'
import type { JoinOptions } from './join-options.ts'
import { refreshToken } from './refresh-token.ts'
import { sendBroadcast } from './send-broadcast.ts'
import type { Member } from './topics.ts'

interface ChannelState extends Pick<JoinOptions, 'isPrivate' | 'acknowledges' | 'includesSelf'> {
  /** Without the prefix. */
  topic: string
  joinRef: Ref
  presenceKey: string
  hasPresence: boolean
  access: ChannelAccess
  token: string
  verified: VerifiedToken
}

/** One socket's membership of one channel. */
export class Channel implements Member {
  readonly key: string
  readonly state: ChannelState
  readonly #connection: Connection
  readonly #context: RealtimeContext
  changes: ChangeSubscription | undefined
  isOpen = true

  constructor(context: RealtimeContext, connection: Connection, state: ChannelState) {
    this.key = toChannelKey(state)
    this.state = state
    this.#context = context
    this.#connection = connection
  }

  get canReadBroadcasts(): boolean {
    return this.state.access.canReadBroadcasts
  }

  get canReadPresence(): boolean {
    return this.state.hasPresence && this.state.access.canReadPresence
  }

  send(message: Message): void {
    this.#connection.send(message.encode(this.#connection.version))
  }

  /** @param payload JSON text */
  push(event: string, payload: string, ref: Ref = null): void {
    const names = { joinRef: this.state.joinRef, ref, topic: this.wireTopic, event }
    this.#connection.send(encodePush(this.#connection.version, names, payload))
  }

  get wireTopic(): string {
    return TOPIC_PREFIX + this.state.topic
  }

  reply(frame: Frame, status: 'ok' | 'error', reason?: string): void {
    this.#connection.reply(frame, status, reason === undefined ? {} : { reason })
  }

  /** @returns a promise if the message takes time; later messages of the socket wait for it */
  receive(frame: Frame): Promise<void> | undefined {
    if (frame.event === 'broadcast') this.#broadcast(frame)
    else if (frame.event === 'presence') handlePresence(this.#context, this, frame)
    else if (frame.event === 'access_token') {
      return refreshToken(this.#context, this, frame.payload.access_token)
    }
    return undefined
  }

  /** Ends the channel with a message, as Supabase does. */
  shutDown(message: string): void {
    if (!this.isOpen) return
    this.sendSystemMessage('system', 'error', message)
    this.close()
  }

  /** Ends the channel with a message; the client of Supabase joins it again by itself. */
  fail(message: string): void {
    if (!this.isOpen) return
    this.sendSystemMessage('system', 'error', message)
    this.push('phx_error', '{}', this.state.joinRef)
    this.dispose()
    this.#connection.forget(this)
  }

  sendSystemMessage(extension: string, status: 'ok' | 'error', message: string): void {
    const payload = { extension, status, message, channel: this.state.topic }
    this.push('system', JSON.stringify(payload))
  }

  /** Also tells the client. */
  close(): void {
    if (!this.isOpen) return
    this.push('phx_close', '{}', this.state.joinRef)
    this.dispose()
    this.#connection.forget(this)
  }

  /** Leaves the channel without a message. */
  dispose(): void {
    if (!this.isOpen) return
    this.isOpen = false
    this.#context.topics.remove(this)
    this.#context.presence.untrack(this)
    this.changes?.close()
    this.#context.counters.channels -= 1
  }

  endSession(id: string): void {
    if (this.state.verified.caller.claims.session_id === id) this.shutDown(SESSION_ENDED)
  }

  /** Ends the channel when its token is no longer valid. @param now milliseconds since 1970 */
  sweep(now: number): void {
    const { verified, token } = this.state
    const pauseMs = isServiceToken(verified) ? 0 : this.#context.limits.tokenCheckMs
    if (verified.expiresAt <= now) this.shutDown(expiryMessage(verified.expiresAt))
    else if (now - verified.verifiedAt >= pauseMs) {
      verified.verifiedAt = now
      verifyToken(this.#context.keys, token).catch((error: unknown) => {
        if (!(error instanceof RefusedToken)) this.#context.log(error)
        else if (this.state.token === token) this.shutDown(error.message)
      })
    }
  }

  #broadcast(frame: Frame): void {
    const { access, topic, isPrivate, acknowledges, includesSelf } = this.state
    const read = access.canSendBroadcasts
      ? readBroadcast(frame, this.#context.limits)
      : {
          refused: `Unauthorized: You do not have permissions to write to this Channel topic: ${topic}`,
        }
    if ('refused' in read) {
      this.reply(frame, 'error', read.refused)
      return
    }
    const broadcast = { topic, isPrivate, content: read.content }
    sendBroadcast(this.#context, broadcast, includesSelf ? undefined : this)
    if (acknowledges) this.reply(frame, 'ok')
  }
}

/** The reply's reason for a payload that is too large, as Supabase's. */
const PAYLOAD_TOO_LARGE = 'payload_size_exceeded'

/** Reads what a client's broadcast delivers, or why it is refused. */
function readBroadcast(
  { payload, broadcast }: Frame,
  { messageBytes }: RealtimeLimits,
): { content: Broadcast['content'] } | { refused: string } {
  if (!broadcast) {
    const text = JSON.stringify(payload)
    if (Buffer.byteLength(text) > messageBytes) return { refused: PAYLOAD_TOO_LARGE }
    return { content: text }
  }
  if (broadcast.payload.length > messageBytes) return { refused: PAYLOAD_TOO_LARGE }
  if (broadcast.encoding === 'json' && !isJson(broadcast.payload.toString())) {
    return { refused: 'The payload is not valid JSON' }
  }
  return { content: broadcast }
}

/** Receivers parse it. */
function isJson(text: string): boolean {
  if (isTooDeep(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Handles `track` and `untrack`. */
function handlePresence(context: RealtimeContext, channel: Channel, frame: Frame): void {
  const { event, payload = {} } = frame.payload
  const name = typeof event === 'string' ? event.toLowerCase() : ''
  if (name === 'untrack') {
    context.presence.untrack(channel)
    channel.reply(frame, 'ok')
  } else if (name === 'track') track(context, channel, frame, payload)
  else channel.reply(frame, 'error', 'Unknown presence event')
}

function track(
  { presence, limits }: RealtimeContext,
  channel: Channel,
  frame: Frame,
  payload: unknown,
): void {
  const { state } = channel
  if (!state.access.canTrack) {
    const reason = `You do not have permissions to track presence on this Channel topic: ${state.topic}`
    channel.reply(frame, 'error', `Unauthorized: ${reason}`)
  } else if (!isObject(payload)) {
    channel.reply(frame, 'error', 'Presence track payload must be a map')
  } else if (Buffer.byteLength(JSON.stringify(payload)) > limits.presenceBytes) {
    channel.shutDown('Track message size exceeded')
  } else if (!presence.track(channel, state.presenceKey, payload)) {
    channel.reply(frame, 'error', 'PresenceRateLimitReached: Too many presence keys')
  } else {
    channel.reply(frame, 'ok')
    if (state.hasPresence) return
    // A client that tracks without a listener joined without presence.
    state.hasPresence = true
    if (channel.canReadPresence) presence.sendState(channel)
  }
}
