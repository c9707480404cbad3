import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** Whether React has hydrated the page. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
