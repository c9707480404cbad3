import { openChannel } from '../session/open-channel.ts'
import type { LiveOptions } from '../session/use-live-updates.ts'

/** One review changes in several statements, such as its text and its counts. */
const DEBOUNCE_MS = 500
/** All readers of a tool would otherwise read its page at once, in milliseconds. */
const SPREAD_MS = 2000

interface WatchOptions extends LiveOptions {
  toolId: string
  /** Whether the page shows a review: a deletion has only its id. */
  isShown: (id: string) => boolean
}

/** Reads the page again when a review of the tool changes. @returns ends the subscription */
export function watchReviews({
  toolId,
  isShown,
  hasGap,
  revalidate,
  onLost,
}: WatchOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const readAgain = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void revalidate(), DEBOUNCE_MS + SPREAD_MS * Math.random())
  }
  if (hasGap) readAgain()
  const table = { schema: 'public', table: 'reviews' }
  const ofTool = { ...table, filter: `tool_id=eq.${toolId}` }
  const close = openChannel(
    `reviews:${toolId}`,
    (channel) =>
      channel
        .on('postgres_changes', { ...ofTool, event: 'INSERT' }, readAgain)
        .on('postgres_changes', { ...ofTool, event: 'UPDATE' }, readAgain)
        .on<{ id: string }>('postgres_changes', { ...table, event: 'DELETE' }, ({ old }) => {
          if (old.id && isShown(old.id)) readAgain()
        }),
    onLost,
  )
  return () => {
    clearTimeout(timer)
    close()
  }
}
