import { type Message, Push, UserBroadcastMessage } from './messages.ts'
import type { UserBroadcast } from './user-broadcast.ts'

/** What precedes a channel's name on the wire. */
export const TOPIC_PREFIX = 'realtime:'

/** A public and a private channel of one name are two channels. */
export interface ChannelName {
  /** Without the prefix. */
  topic: string
  isPrivate: boolean
}

export const toChannelKey = ({ topic, isPrivate }: ChannelName) =>
  `${isPrivate ? 'private' : 'public'}:${topic}`

/** A message for everybody on a channel: the JSON text of its payload, or bytes. */
export interface Broadcast extends ChannelName {
  content: string | UserBroadcast
}

export function toMessage({ topic, content }: Broadcast): Message {
  const wireTopic = TOPIC_PREFIX + topic
  return typeof content === 'string'
    ? new Push(wireTopic, 'broadcast', content)
    : new UserBroadcastMessage(wireTopic, content)
}
