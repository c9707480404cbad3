import { parseChangeRequests } from '../change-source.ts'
import type { RealtimeLimits } from '../limits/limits.ts'
import { TOPIC_PREFIX } from '../protocol/broadcast.ts'
import { type Frame, isObject } from '../protocol/frames.ts'

/** A join that is refused; the message is the reply's `reason`. */
export class JoinError extends Error {}

/** What a client wants of a channel. */
export type JoinOptions = ReturnType<typeof parseJoin>

/** @throws {JoinError} */
export function parseJoin({ topic, payload }: Frame, limits: RealtimeLimits) {
  if (!topic.startsWith(TOPIC_PREFIX)) throw new JoinError('unmatched topic')
  const name = topic.slice(TOPIC_PREFIX.length)
  if (!name) throw new JoinError('TopicNameRequired: You must provide a topic name')
  // PostgreSQL has no text with this character.
  if (name.includes('\0')) throw new JoinError('InvalidJoinPayload: The topic is not valid')
  const config = asObject(payload.config)
  const broadcast = asObject(config.broadcast)
  const presence = asObject(config.presence)
  const changes = parseChangeRequests(config.postgres_changes)
  if (!changes) throw new JoinError('InvalidJoinPayload: postgres_changes is not valid')
  if (changes.length > limits.changeBindings) {
    throw new JoinError('ChannelRateLimitReached: Too many postgres_changes in one channel')
  }
  if (broadcast.replay !== undefined && broadcast.replay !== null) {
    throw new JoinError('UnableToReplayMessages: Realtime was unable to replay messages')
  }
  const presenceKey = typeof presence.key === 'string' ? presence.key : ''
  if (presenceKey.length > limits.nameLength) {
    throw new JoinError('InvalidJoinPayload: The presence key is too long')
  }
  const token = payload.access_token ?? payload.user_token
  return {
    /** Without the prefix. */
    topic: name,
    isPrivate: isTrue(config.private),
    /** Whether broadcasts of this socket are answered. */
    acknowledges: isTrue(broadcast.ack),
    /** Whether this socket gets its own broadcasts. */
    includesSelf: isTrue(broadcast.self),
    hasPresence: isTrue(presence.enabled),
    /** Empty for a key of the server's choice. */
    presenceKey,
    changes,
    /** Replaces the API key of the socket. Supabase's API keys of this form are no tokens. */
    token: typeof token === 'string' && !token.startsWith('sb_') ? token : undefined,
  }
}

/** @returns how many points of the network a message takes */
export function countPoints({ event, payload }: Frame): number {
  const changes = event === 'phx_join' ? asObject(payload.config).postgres_changes : undefined
  return 1 + (Array.isArray(changes) ? changes.length : 0)
}

const asObject = (value: unknown) => (isObject(value) ? value : {})

/** Clients of other languages send texts. */
const isTrue = (value: unknown) => value === true || value === 'true'
