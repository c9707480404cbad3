import { useSyncExternalStore } from 'react'

/** @param initial is also what the server renders */
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
