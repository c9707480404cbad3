import { useEffect, useState } from 'react'

/** Typing settles for this long before it is acted on, in milliseconds (spec 1 §9). */
export const DEBOUNCE = 300

/** The value as it was when it last stood still for `DEBOUNCE`. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
