import type { RealtimeContext } from '../context.ts'
import { RefusedToken, verifyToken } from '../tokens.ts'
import type { Channel } from './channel.ts'
import { type ChannelAccess, FULL_ACCESS } from './channel-access.ts'

/**
 * Replaces the token of a channel and checks its rights again. A token that is refused ends the
 * channel, and so does one without a right to read that the last one had.
 */
export async function refreshToken(
  { keys, access: checks, log }: RealtimeContext,
  channel: Channel,
  token: unknown,
): Promise<void> {
  const { state } = channel
  if (typeof token !== 'string' || token.startsWith('sb_') || token === state.token) return
  try {
    const verified = await verifyToken(keys, token)
    const access = state.isPrivate ? await checks.load(verified.caller, state.topic) : FULL_ACCESS
    // Meanwhile its session may have ended.
    await verifyToken(keys, token)
    if (!channel.isOpen) return
    if (hasLost(state, access)) {
      const message = `You no longer have permission to read from this Channel topic: ${state.topic}`
      channel.shutDown(message)
      return
    }
    Object.assign(state, { token, verified, access })
    channel.changes?.setCaller(verified.caller)
  } catch (error) {
    if (error instanceof RefusedToken) channel.shutDown(error.message)
    else {
      log(error)
      channel.shutDown('Realtime was unable to connect to the project database')
    }
  }
}

/** Of presence only if the channel uses it. */
const hasLost = ({ access, hasPresence }: Channel['state'], after: ChannelAccess) =>
  (access.canReadBroadcasts && !after.canReadBroadcasts) ||
  (hasPresence && access.canReadPresence && !after.canReadPresence)
