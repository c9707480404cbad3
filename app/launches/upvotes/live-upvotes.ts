import { useEffect } from 'react'
import { createStore } from '../../data/create-store.ts'
import { type Subscribe, useLiveUpdates } from '../../session/use-live-updates.ts'

/** Upvotes by launch that arrived after the page's loader data. */
export const liveUpvotes = createStore<Readonly<Record<string, number>>>({})

const subscribe: Subscribe = (options) =>
  import('./watch-upvotes.ts').then(({ watchUpvotes }) => watchUpvotes(options))

/** Updates the counts of a page while its launches can be upvoted. The order stays as it is. */
export function useLiveUpvotes(isLive: boolean): void {
  useLiveUpdates(isLive ? subscribe : undefined)
  useEffect(() => {
    // The loader data of the next page or tab is newer.
    if (isLive) return () => liveUpvotes.set({})
  }, [isLive])
}
