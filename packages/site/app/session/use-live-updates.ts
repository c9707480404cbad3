import { useEffect, useRef } from 'react'
import { useNavigation, useRevalidator } from 'react-router'

/** Times in milliseconds (spec 2 §9). The socket's code and connection come after all of the page. */
const DELAY_MS = 5000
/**
 * The longest wait after a lost connection, which doubles up to the second value: all pages lose it when
 * the server restarts, and some networks let no socket through.
 */
const RETRY_MS = 60_000
const MAX_RETRY_MS = 15 * RETRY_MS

/** `visibilitychange` bubbles from the document. */
const EVENTS = ['visibilitychange', 'online', 'offline']

export interface LiveOptions {
  /** To be called when the server has confirmed the subscription. */
  onJoined: () => void
  /** To be called if the connection is lost. */
  onLost: () => void
  /** Whether the page may have missed changes before the subscription. */
  hasGap: boolean
  /** Reads the page's data again, unless the page is being left. */
  revalidate: () => void
}

/** Opens a subscription. @returns closes it */
export type Subscribe = (options: LiveOptions) => Promise<() => void>

/**
 * Subscribes to changes while the page is visible and online. A page that cannot subscribe works as
 * without this.
 * @param subscribe it needs a stable identity; undefined subscribes to nothing
 */
export function useLiveUpdates(subscribe: Subscribe | undefined): void {
  const { revalidate } = useRevalidator()
  const isIdle = useRef(true)
  isIdle.current = useNavigation().state === 'idle'
  useEffect(() => {
    if (!subscribe) return
    let open: Promise<() => void> | undefined
    let hasGap = false
    let wait = RETRY_MS
    const close = () => {
      hasGap = true
      open?.then((end) => end()).catch(() => {})
      open = undefined
    }
    const update = () => {
      if (document.visibilityState === 'hidden' || !navigator.onLine) return close()
      if (open) return
      const retry = () => {
        // An earlier attempt, or the page is gone.
        if (open !== attempt) return
        close()
        clearTimeout(timer)
        timer = setTimeout(update, wait * Math.random())
        wait = Math.min(2 * wait, MAX_RETRY_MS)
      }
      const attempt = subscribe({
        hasGap,
        onJoined: () => {
          wait = RETRY_MS
        },
        onLost: retry,
        revalidate: () => {
          if (isIdle.current) void revalidate()
        },
      })
      open = attempt
      attempt.catch(retry)
    }
    let timer = setTimeout(() => {
      update()
      for (const event of EVENTS) addEventListener(event, update)
    }, DELAY_MS)
    return () => {
      clearTimeout(timer)
      for (const event of EVENTS) removeEventListener(event, update)
      close()
    }
  }, [subscribe, revalidate])
}
