import type { RealtimeContext } from '../context.ts'
import type { Broadcast } from '../protocol/broadcast.ts'
import type { Member } from './topics.ts'

/**
 * Sends a broadcast to the members of its channel, on this process and on the others.
 * @param except the sender, unless it wants its own messages
 */
export function sendBroadcast(
  { topics, bus }: Pick<RealtimeContext, 'topics' | 'bus'>,
  broadcast: Broadcast,
  except?: Member,
): void {
  topics.broadcast(broadcast, except)
  bus.publishBroadcast(broadcast)
}
