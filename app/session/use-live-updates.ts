import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Times in milliseconds. The socket's code and connection come after everything else of the page. */
const DELAY_MS = 5000
/** The longest wait after a lost connection: all pages lose it when the server restarts. */
const RETRY_MS = 60_000

/** `visibilitychange` bubbles from the document. */
const EVENTS = ['visibilitychange', 'online', 'offline']

export interface LiveOptions {
  /** Whether the page may have missed changes since it was last subscribed. */
  hasGap: boolean
  /** Reads the page's data again. */
  revalidate: () => Promise<void>
  /** To be called if the connection is lost. */
  onLost: () => void
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
  useEffect(() => {
    if (!subscribe) return
    let closing: Promise<() => void> | undefined
    let hasGap = false
    const close = () => {
      closing?.then((end) => end()).catch(() => {})
      closing = undefined
    }
    const retry = () => {
      close()
      clearTimeout(timer)
      timer = setTimeout(update, RETRY_MS * Math.random())
    }
    const update = () => {
      if (document.visibilityState === 'hidden' || !navigator.onLine) return close()
      if (closing) return
      closing = subscribe({ hasGap, revalidate, onLost: retry })
      closing.catch(retry)
      hasGap = true
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
