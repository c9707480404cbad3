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
