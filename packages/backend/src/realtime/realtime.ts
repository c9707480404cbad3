import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Database } from '../database/database.ts'
import type { Keys } from '../keys/keys.ts'
import { createBroadcastApi } from './broadcast-api.ts'
import { Bus } from './bus/bus.ts'
import type { ChangeSource } from './change-source.ts'
import { AccessChecks } from './channels/access-checks.ts'
import { Connections } from './channels/connections.ts'
import { Topics } from './channels/topics.ts'
import { RealtimeCounters } from './context.ts'
import { LIMITS, type RealtimeLimits } from './limits/limits.ts'
import { NetworkRates } from './limits/network-counts.ts'
import { Presence } from './presence/presence.ts'

export interface RealtimeOptions {
  database: Database
  keys: Keys
  changes: ChangeSource
  limits?: Partial<RealtimeLimits> | undefined
  /** Logs an error for the operator. */
  log: (error: unknown) => void
}

export type Realtime = ReturnType<typeof createRealtime>

/** Supabase Realtime: broadcast, presence and changes of tables over one socket per client. */
export function createRealtime(options: RealtimeOptions) {
  const { database, keys, changes, log } = options
  const limits = { ...LIMITS, ...options.limits }
  const process = crypto.randomUUID().slice(0, 13)
  const counters = new RealtimeCounters()
  const topics = new Topics()
  const presence = new Presence(process, {
    send: (key, message) => topics.sendPresence(key, message),
    maxEntries: limits.presenceKeys,
    maxBytes: limits.channelPresenceBytes,
  })
  const bus = new Bus({
    database,
    process,
    deliver: (broadcast) => topics.broadcast(broadcast),
    log,
  })
  const rates = new NetworkRates(limits.messages)
  const access = new AccessChecks(database)
  const context = {
    database,
    keys,
    changes,
    access,
    limits,
    counters,
    topics,
    presence,
    bus,
    rates,
    log,
  }
  const connections = new Connections(context)
  const stopSweeps = sweepMessages(database, log)
  return {
    /** The part that is called by HTTP requests. */
    api: createBroadcastApi(context),
    counters,
    /** Open sockets now. */
    countSockets: () => connections.size,
    /** Answers a request to upgrade, also one that it refuses. */
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, clientAddress: string) =>
      connections.upgrade(request, socket, head, clientAddress),
    /** Ends the channels of a session. */
    endSession: (id: string) => connections.endSession(id),
    /** Closes all sockets with code 1001 and refuses new ones. */
    disconnect: () => connections.close(),
    /** Ends background work; call it before the database is closed. */
    async close() {
      await connections.close()
      stopSweeps()
      presence.close()
      await bus.close()
    },
  }
}

/** How often old messages are deleted, in milliseconds. */
const BUS_INTERVAL_MS = 30_000
const MESSAGES_INTERVAL_MS = 3_600_000

/**
 * Deletes messages between processes after a minute, and those of `realtime.send` after three days, as
 * Supabase.
 * @returns ends the work
 */
export function sweepMessages(database: Database, log: (error: unknown) => void): () => void {
  const repeat = (interval: number, statement: string) =>
    setInterval(() => {
      database.asOwner(statement).catch(log)
    }, interval).unref()
  const timers = [
    repeat(
      MESSAGES_INTERVAL_MS,
      "delete from realtime.messages where inserted_at < now() - interval '3 days'",
    ),
  ]
  if (database.engine === 'postgres') {
    timers.push(
      repeat(
        BUS_INTERVAL_MS,
        "delete from realtime.bus_messages where created_at < now() - interval '1 minute'",
      ),
    )
  }
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
