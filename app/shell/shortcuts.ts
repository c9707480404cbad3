import { useSyncExternalStore } from 'react'
import * as laterWords from './words/later.ts'

/** Where ⌘ is the key of commands; elsewhere Ctrl is. */
export const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** What a key asks for. */
export type Command = 'palette' | 'search' | 'shortcuts' | `/${string}`

/** The part of a keyboard event that is read. */
export interface Press {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** Somebody is typing, or is in a dialog or a menu that has keys of its own. */
  isBusy: boolean
  /** In milliseconds, on any clock. */
  at: number
}

/** The second letter of a pair is waited for this long, in milliseconds. */
const PAIR = 1000

/** Understands one key after the other. */
export function readKeys(
  hasAppleKeys: boolean,
): (press: Press, withSingleKeys: boolean) => Command | null {
  let goPressedAt = Number.NEGATIVE_INFINITY
  return (press, withSingleKeys) => {
    const { key, ctrlKey, metaKey, altKey, isBusy, at } = press
    const isCommand = hasAppleKeys ? metaKey && !ctrlKey : ctrlKey && !metaKey
    if (isCommand && !altKey && key.toLowerCase() === 'k') return 'palette'
    const isAfterGo = at - goPressedAt < PAIR
    goPressedAt = Number.NEGATIVE_INFINITY
    if (!withSingleKeys || isBusy || ctrlKey || metaKey || altKey) return null
    if (isAfterGo) return laterWords.GO_TO.find((place) => place.key === key)?.to ?? null
    if (key === 'g') goPressedAt = at
    if (key === '/') return 'search'
    return key === '?' ? 'shortcuts' : null
  }
}

/** WCAG 2.1.4: whoever speaks to the computer, or shakes, can do without keys of one letter. */
const KEY = 'toolmark.single-keys'
const CHANGED = 'toolmark:single-keys'

export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return isOn
  }
}

/** Where nothing may be kept, the choice holds for this page. */
let isOn = true

export function setSingleKeys(on: boolean): void {
  isOn = on
  try {
    if (on) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // See above.
  }
  dispatchEvent(new Event(CHANGED))
}

function subscribe(onChange: () => void) {
  addEventListener(CHANGED, onChange)
  return () => removeEventListener(CHANGED, onChange)
}

export const useSingleKeys = (): boolean =>
  useSyncExternalStore(subscribe, hasSingleKeys, () => true)
