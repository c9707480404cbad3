import { openChannel } from '../session/open-channel.ts'
import { getBackendAccess } from '../session/session.ts'
import type { LiveOptions } from '../session/use-live-updates.ts'

/** Spec 2 §9, in milliseconds. One review changes in several statements: its text and its counts. */
const DELAY_MS = 500
/** A hosted backend announces no changes, so a page is cached this long (server/start/start-hosted.ts). */
const HOSTED_DELAY_MS = 10_000
/** All readers of a tool would otherwise read its page at once. */
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
  onJoined,
  onLost,
}: WatchOptions): () => void {
  const delay = getBackendAccess().url === location.origin ? DELAY_MS : HOSTED_DELAY_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  const readAgain = () => {
    timer ??= setTimeout(
      () => {
        timer = undefined
        revalidate()
      },
      delay + SPREAD_MS * Math.random(),
    )
  }
  const table = { schema: 'public', table: 'reviews' }
  const ofTool = { ...table, filter: `tool_id=eq.${toolId}` }
  const close = openChannel({
    topic: `reviews:${toolId}`,
    listen: (channel) =>
      channel
        .on('postgres_changes', { ...ofTool, event: 'INSERT' }, readAgain)
        .on('postgres_changes', { ...ofTool, event: 'UPDATE' }, readAgain)
        .on<{ id: string }>('postgres_changes', { ...table, event: 'DELETE' }, ({ old }) => {
          if (old.id && isShown(old.id)) readAgain()
        }),
    onJoined() {
      onJoined()
      if (hasGap) readAgain()
    },
    onLost,
  })
  return () => {
    clearTimeout(timer)
    close()
  }
}
