import type { Backend } from '@toolmark/backend/backend.ts'
import { Counter, Gauge, type Registry } from 'prom-client'

/** Adds the figures of /realtime/v1. They are read when Prometheus asks for them. */
export function registerRealtimeMetrics(
  register: Registry,
  { counters, countSockets }: Backend['realtime'],
): void {
  const registers = [register]
  new Gauge({
    name: 'toolmark_realtime_sockets',
    help: 'Open sockets of /realtime/v1.',
    registers,
    collect() {
      this.set(countSockets())
    },
  })
  new Gauge({
    name: 'toolmark_realtime_channels',
    help: 'Joined channels of all sockets.',
    registers,
    collect() {
      this.set(counters.channels)
    },
  })
  new Counter({
    name: 'toolmark_realtime_messages_total',
    help: 'Messages from clients (in) and to clients (out).',
    labelNames: ['direction'],
    registers,
    collect() {
      this.reset()
      this.inc({ direction: 'in' }, counters.messagesIn)
      this.inc({ direction: 'out' }, counters.messagesOut)
    },
  })
  new Counter({
    name: 'toolmark_realtime_cut_sockets_total',
    help: 'Sockets that the server closed, by reason.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(counters.cut)) this.inc({ reason }, count)
    },
  })
}
