/** Limits of /realtime/v1. Sockets and messages count per network, the others per socket or channel. */
export interface RealtimeLimits {
  /** Open sockets of one network. */
  sockets: number
  /** Open sockets of this process; below the connections that `server/listen.ts` accepts. */
  totalSockets: number
  /**
   * Messages of one network in so many seconds, from its sockets and by REST. A join also counts once
   * for each entry of `postgres_changes`, and a heartbeat only within a second of the last one.
   */
  messages: { points: number; duration: number }
  /** Joined channels of one socket. */
  channels: number
  /** The largest payload of a broadcast. */
  messageBytes: number
  /** The largest frame of a client; a larger one closes the socket. */
  frameBytes: number
  /** The largest payload of `track`. */
  presenceBytes: number
  /** All keys and payloads of one channel: a new member gets them in one message. */
  channelPresenceBytes: number
  /** Presence keys of one channel; a key counts once for each socket that tracks it. */
  presenceKeys: number
  /** Characters of a topic, an event, a presence key or a reference. */
  nameLength: number
  /** Entries of `config.postgres_changes` of one channel. */
  changeBindings: number
  /** Likewise of all channels of one socket. */
  socketChangeBindings: number
  /** Unsent bytes after which a socket is cut. */
  bufferedBytes: number
  /** A socket without a message for so long is closed, in milliseconds. */
  idleMs: number
  /** How often the tokens of open channels are verified again, in milliseconds. */
  tokenCheckMs: number
  /** How often idle sockets and expired tokens are looked for, in milliseconds. */
  sweepMs: number
}

export const LIMITS: RealtimeLimits = {
  sockets: 20,
  totalSockets: 8000,
  // Twenty a second; a page that joins its channels sends them at once.
  messages: { points: 100, duration: 5 },
  channels: 20,
  messageBytes: 64 * 1024,
  frameBytes: 128 * 1024,
  presenceBytes: 4 * 1024,
  channelPresenceBytes: 100 * 1024,
  presenceKeys: 200,
  nameLength: 255,
  changeBindings: 20,
  socketChangeBindings: 50,
  bufferedBytes: 1024 * 1024,
  // As Phoenix; the client sends a heartbeat every 25 seconds.
  idleMs: 60_000,
  // As Supabase: a key may have been replaced.
  tokenCheckMs: 300_000,
  sweepMs: 1000,
}
