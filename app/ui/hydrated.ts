import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the script has taken over the page that the server rendered. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
