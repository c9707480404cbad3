import { useEffect, useState } from 'react'

/** Spec 1 §9. */
export const DEBOUNCE_MS = 300

/** Returns the latest value that has not changed for `DEBOUNCE_MS`. */
export function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
