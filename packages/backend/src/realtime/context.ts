import type { Database } from '../database/database.ts'
import type { Keys } from '../keys/keys.ts'
import type { Bus } from './bus/bus.ts'
import type { ChangeSource } from './change-source.ts'
import type { AccessChecks } from './channels/access-checks.ts'
import type { Topics } from './channels/topics.ts'
import type { RealtimeLimits } from './limits/limits.ts'
import type { NetworkRates } from './limits/network-counts.ts'
import type { Presence } from './presence/presence.ts'

/** What all sockets share. */
export interface RealtimeContext {
  database: Database
  keys: Keys
  changes: ChangeSource
  /** Of the rights on private channels. */
  access: AccessChecks
  limits: RealtimeLimits
  counters: RealtimeCounters
  topics: Topics
  presence: Presence
  bus: Bus
  /** Messages of networks. */
  rates: NetworkRates
  /** Logs an error for the operator. */
  log: (error: unknown) => void
}

export type CutReason = 'idle' | 'slow' | 'rate' | 'malformed'

/** What /realtime/v1 has done since the start, for metrics. */
export class RealtimeCounters {
  /** Joined channels now. */
  channels = 0
  /** Frames from clients. */
  messagesIn = 0
  /** Frames to clients. */
  messagesOut = 0
  /** Sockets that the server closed. */
  readonly cut: Record<CutReason, number> = { idle: 0, slow: 0, rate: 0, malformed: 0 }
}
