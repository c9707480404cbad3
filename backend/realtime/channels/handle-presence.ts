import type { RealtimeContext } from '../context.ts'
import { type Frame, isObject } from '../protocol/frames.ts'
import type { Channel } from './channel.ts'

/** Handles `track` and `untrack`. */
export function handlePresence(context: RealtimeContext, channel: Channel, frame: Frame): void {
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
