/** Limits of /realtime/v1. Sockets and messages count per network, the others per socket or channel. */
export const LIMITS = {
  /** Open sockets of one network. */
  sockets: 20,
  /** Open sockets of this process; below the connections that `server/listen.ts` accepts. */
  totalSockets: 8000,
  /**
   * Messages of one network in so many seconds, from its sockets and by REST: twenty a second, and a page that joins
   * its channels sends them at once. A join also counts once for each entry of `postgres_changes`, and a heartbeat
   * only within a second of the last one.
   */
  messages: { points: 100, duration: 5 },
  /** Joined channels of one socket. */
  channels: 20,
  /** The largest payload of a broadcast. */
  messageBytes: 64 * 1024,
  /** The largest frame of a client; a larger one closes the socket. */
  frameBytes: 128 * 1024,
  /** The largest payload of `track`. */
  presenceBytes: 4 * 1024,
  /** All keys and payloads of one channel: a new member gets them in one message. */
  channelPresenceBytes: 100 * 1024,
  /** Presence keys of one channel; a key counts once for each socket that tracks it. */
  presenceKeys: 200,
  /** Characters of a topic, an event, a presence key or a reference. */
  nameLength: 255,
  /** Entries of `config.postgres_changes` of one channel. */
  changeBindings: 20,
  /** Likewise of all channels of one socket. */
  socketChangeBindings: 50,
  /** Unsent bytes after which a socket is cut. */
  bufferedBytes: 1024 * 1024,
  /** A socket without a message for so long is closed, in milliseconds; as Phoenix. The client sends a heartbeat every 25 s. */
  idleMs: 60_000,
  /** How often the tokens of open channels are verified again, in milliseconds; as Supabase: a key may have been replaced. */
  tokenCheckMs: 300_000,
  /** How often idle sockets and expired tokens are looked for, in milliseconds. */
  sweepMs: 1000,
}

export type RealtimeLimits = typeof LIMITS
