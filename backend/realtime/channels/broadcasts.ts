import { isTooDeep } from '../../json-depth.ts'
import type { RealtimeLimits } from '../limits/limits.ts'
import type { Broadcast } from '../protocol/broadcast.ts'
import type { Frame } from '../protocol/frames.ts'

/** The reply's reason for a payload that is too large, as Supabase's. */
export const PAYLOAD_TOO_LARGE = 'payload_size_exceeded'

/** Reads what a client's broadcast delivers, or why it is refused. */
export function readBroadcast(
  { payload, broadcast }: Frame,
  { messageBytes }: RealtimeLimits,
): { content: Broadcast['content'] } | { refused: string } {
  if (!broadcast) {
    const text = JSON.stringify(payload)
    if (Buffer.byteLength(text) > messageBytes) return { refused: PAYLOAD_TOO_LARGE }
    return { content: text }
  }
  if (broadcast.payload.length > messageBytes) return { refused: PAYLOAD_TOO_LARGE }
  if (broadcast.encoding === 'json' && !isJson(broadcast.payload.toString())) {
    return { refused: 'The payload is not valid JSON' }
  }
  return { content: broadcast }
}

/** Receivers parse it. */
function isJson(text: string): boolean {
  if (isTooDeep(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
