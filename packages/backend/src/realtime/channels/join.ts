import { DatabaseError } from '../../database/database.ts'
import type { RealtimeContext } from '../context.ts'
import type { Frame } from '../protocol/frames.ts'
import { RefusedToken, type VerifiedToken, verifyToken } from '../tokens.ts'
import { Channel } from './channel.ts'
import { type ChannelAccess, FULL_ACCESS } from './channel-access.ts'
import type { Connection } from './connection.ts'
import { JoinError, type JoinOptions, parseJoin } from './join-options.ts'

/** The words of Supabase's server for a database that does not answer. */
const DATABASE_UNAVAILABLE =
  'UnableToConnectToProject: Realtime was unable to connect to the project database'

/** Joins a channel and replies, or replies with the reason why not. */
export async function join(
  context: RealtimeContext,
  connection: Connection,
  frame: Frame,
): Promise<void> {
  // A client that joins twice has lost its first channel.
  connection.channels.get(frame.topic)?.close()
  try {
    const options = parseJoin(frame, context.limits)
    if (connection.channels.size >= context.limits.channels) {
      throw new JoinError('ChannelRateLimitReached: Too many channels')
    }
    if (
      connection.countChangeBindings() + options.changes.length >
      context.limits.socketChangeBindings
    ) {
      throw new JoinError('ChannelRateLimitReached: Too many postgres_changes in one socket')
    }
    await openChannel(context, connection, frame, options)
  } catch (error) {
    connection.reply(frame, 'error', { reason: describeJoinFailure(context, error) })
  }
}

async function openChannel(
  context: RealtimeContext,
  connection: Connection,
  frame: Frame,
  options: JoinOptions,
): Promise<void> {
  const { hasPresence, changes } = options
  const token = options.token ?? connection.apiKey
  const verified = await verifyToken(context.keys, token)
  await context.bus.start().catch((error: unknown) => {
    context.log(error)
    throw new JoinError(DATABASE_UNAVAILABLE)
  })
  const access = await requireAccess(context, verified, options)
  const { topic, isPrivate, acknowledges, includesSelf } = options
  const channel = new Channel(context, connection, {
    topic,
    isPrivate,
    acknowledges,
    includesSelf,
    hasPresence,
    joinRef: frame.joinRef ?? frame.ref,
    presenceKey: options.presenceKey || crypto.randomUUID(),
    access,
    token,
    verified,
  })
  if (changes.length > 0) {
    const requests = changes.map(({ request }) => request)
    channel.changes = await context.changes.subscribe(verified.caller, requests, {
      onChange: (ids, data) => {
        if (!channel.isOpen) return
        channel.push('postgres_changes', `{"ids":${JSON.stringify(ids)},"data":${data}}`)
      },
      onEnd: (message, canRejoin) => {
        if (canRejoin) channel.fail(message)
        else channel.shutDown(message)
      },
    })
  }
  context.counters.channels += 1
  // Meanwhile its session may have ended.
  await verifyToken(context.keys, token).catch((error: unknown) => {
    channel.dispose()
    throw error
  })
  // The socket may have closed meanwhile, or the subscription ended.
  if (!connection.isOpen || !channel.isOpen) {
    channel.dispose()
    return
  }
  connection.channels.set(frame.topic, channel)
  context.topics.add(channel)
  const bindings = changes.map(({ entry }, index) => {
    return { ...entry, id: channel.changes?.bindings[index]?.id }
  })
  connection.reply(frame, 'ok', { postgres_changes: bindings })
  if (hasPresence && channel.canReadPresence) context.presence.sendState(channel)
  if (changes.length > 0) {
    channel.sendSystemMessage('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
  }
}

/** @throws {JoinError} when the caller may not read from a private channel */
async function requireAccess(
  { access: checks, log }: RealtimeContext,
  { caller }: VerifiedToken,
  { topic, isPrivate, hasPresence }: JoinOptions,
): Promise<ChannelAccess> {
  if (!isPrivate) return FULL_ACCESS
  const refused = new JoinError(
    `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
  )
  const access = await checks.load(caller, topic).catch((error: unknown) => {
    if (!isPolicyError(error)) throw error
    log(error)
    throw refused
  })
  if (!access.canReadBroadcasts && !(hasPresence && access.canReadPresence)) throw refused
  return access
}

/** A policy that raises an error refuses everybody. */
const isPolicyError = (error: unknown) =>
  error instanceof DatabaseError && !/^(08|53|57|58|XX)/.test(error.code)

function describeJoinFailure({ changes, log }: RealtimeContext, error: unknown): string {
  if (error instanceof JoinError) return error.message
  if (error instanceof RefusedToken) return `${error.code}: ${error.message}`
  if (changes.isRequestError(error)) return `RealtimeDisabledForConfiguration: ${error.message}`
  log(error)
  return error instanceof DatabaseError ? DATABASE_UNAVAILABLE : 'Unknown Error on Channel'
}
