import { useEffect, useState } from 'react'

/** Spec 1 §9. */
export const DEBOUNCE_MS = 300

/** The latest value that did not change for `DEBOUNCE_MS`. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
