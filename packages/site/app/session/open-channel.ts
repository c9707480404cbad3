import { type RealtimeChannel, RealtimeClient } from '@supabase/supabase-js'
import { getBackendAccess } from './session.ts'

interface ChannelOptions {
  topic: string
  /** Only the database may send to it. */
  isPrivate?: boolean
  /** Joins as the member, for rows that only the member sees. */
  readToken?: () => Promise<string | null>
  /** Adds the listeners. */
  listen: (channel: RealtimeChannel) => RealtimeChannel
  onJoined: () => void
  /** Called once, if the channel cannot be joined or is lost. */
  onLost: () => void
}

/**
 * Joins a channel of Supabase Realtime, by default as a visitor: members see the same public data.
 * @returns closes the connection
 */
export function openChannel({
  topic,
  isPrivate = false,
  readToken,
  listen,
  onJoined,
  onLost,
}: ChannelOptions): () => void {
  const { url, key } = getBackendAccess()
  const client = new RealtimeClient(`${url.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: key },
    ...(readToken ? { accessToken: readToken } : {}),
  })
  let isOpen = true
  const close = () => {
    isOpen = false
    void client.disconnect()
  }
  const join = () => {
    if (!isOpen) return
    listen(client.channel(topic, { config: { private: isPrivate } })).subscribe((status) => {
      if (!isOpen) return
      if (status === 'SUBSCRIBED') return onJoined()
      close()
      onLost()
    })
  }
  if (readToken) void client.setAuth().then(join)
  else join()
  return close
}
