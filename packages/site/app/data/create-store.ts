import { useSyncExternalStore } from 'react'

/**
 * A value outside of React that components can use.
 * @param initial the server renders this value
 */
export function createStore<T>(initial: T) {
  let value = initial
  const listeners = new Set<() => void>()
  const get = () => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get,
    set: (next: T): void => {
      value = next
      for (const listener of listeners) listener()
    },
    /** The value as React state. */
    use: (): T => useSyncExternalStore(subscribe, get, () => initial),
  }
}
