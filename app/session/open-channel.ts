import { type RealtimeChannel, RealtimeClient } from '@supabase/supabase-js'
import { getBackendAccess } from './session.ts'

/**
 * Joins a channel of Supabase Realtime, as a visitor: members see the same public data.
 * @param listen adds the listeners
 * @param onLost called once, if the channel cannot be joined or is lost
 * @returns closes the connection
 */
export function openChannel(
  topic: string,
  listen: (channel: RealtimeChannel) => RealtimeChannel,
  onLost: () => void,
): () => void {
  const { url, key } = getBackendAccess()
  const client = new RealtimeClient(`${url.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: key },
  })
  let isOpen = true
  const close = () => {
    isOpen = false
    void client.disconnect()
  }
  listen(client.channel(topic)).subscribe((status) => {
    if (status === 'SUBSCRIBED' || !isOpen) return
    close()
    onLost()
  })
  return close
}
