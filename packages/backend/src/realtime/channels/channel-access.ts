import type { Caller, Database } from '../../database/database.ts'

/** What a caller may do on a channel. */
export interface ChannelAccess {
  canReadBroadcasts: boolean
  canSendBroadcasts: boolean
  canReadPresence: boolean
  canTrack: boolean
}

/** Of public channels. */
export const FULL_ACCESS: ChannelAccess = {
  canReadBroadcasts: true,
  canSendBroadcasts: true,
  canReadPresence: true,
  canTrack: true,
}

/**
 * Checks the policies of `realtime.messages` for a private channel; nothing is stored.
 * @throws {DatabaseError} of a policy, or if the database cannot be reached
 */
export async function loadAccess(
  database: Database,
  caller: Caller,
  topic: string,
): Promise<ChannelAccess> {
  const [access] = await database.as<ChannelAccess>(
    caller,
    `select can_read_broadcasts as "canReadBroadcasts", can_send_broadcasts as "canSendBroadcasts",
       can_read_presence as "canReadPresence", can_track as "canTrack"
     from realtime.channel_access($1)`,
    [topic],
  )
  if (!access) throw new Error('realtime.channel_access returned no row')
  return access
}
