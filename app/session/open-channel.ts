import { type RealtimeChannel, RealtimeClient } from '@supabase/supabase-js'
import { getBackendAccess } from './session.ts'

interface ChannelOptions {
  topic: string
  /** Only the database may send to it. */
  isPrivate?: boolean
  /** Adds the listeners. */
  listen: (channel: RealtimeChannel) => RealtimeChannel
  onJoined: () => void
  /** Called once, if the channel cannot be joined or is lost. */
  onLost: () => void
}

/**
 * Joins a channel of Supabase Realtime, as a visitor: members see the same public data.
 * @returns closes the connection
 */
export function openChannel({
  topic,
  isPrivate = false,
  listen,
  onJoined,
  onLost,
}: ChannelOptions): () => void {
  const { url, key } = getBackendAccess()
  const client = new RealtimeClient(`${url.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: key },
  })
  let isOpen = true
  const close = () => {
    isOpen = false
    void client.disconnect()
  }
  listen(client.channel(topic, { config: { private: isPrivate } })).subscribe((status) => {
    if (!isOpen) return
    if (status === 'SUBSCRIBED') return onJoined()
    close()
    onLost()
  })
  return close
}
