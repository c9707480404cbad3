import { localStore } from '../data/browser-storage.ts'
import { createStore } from '../data/create-store.ts'
import { findPageKey, type PageKey } from './page-keys.ts'
import * as shortcutWords from './words.ts'

/** Of `navigator.platform`. */
export const APPLE = /Mac|iPhone|iPad/

/** Whether ⌘ is the command key; elsewhere it is Ctrl. */
export const isApple = () => APPLE.test(navigator.platform)

/** The result of a key press. */
export type Shortcut = 'search' | 'shortcuts' | `/${string}` | PageKey

/** The part of a keyboard event that is read. */
export interface Press {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** The focus is in a text field, or in a dialog or menu with its own keys. */
  isBusy: boolean
  /** In milliseconds, on any monotonic clock. */
  at: number
}

/** The second key of a pair has to follow within this time. */
const PAIR_MS = 1000

/** @returns a function that takes key presses one after the other */
export function readKeys(
  hasAppleKeys: boolean,
): (press: Press, withSingleKeys: boolean) => Shortcut | null {
  let goPressedAt = Number.NEGATIVE_INFINITY
  return (press, withSingleKeys) => {
    const { key, ctrlKey, metaKey, altKey, isBusy, at } = press
    const isCommand = hasAppleKeys ? metaKey && !ctrlKey : ctrlKey && !metaKey
    if (isCommand && !altKey && key.toLowerCase() === 'k') return 'search'
    const isAfterGo = at - goPressedAt < PAIR_MS
    goPressedAt = Number.NEGATIVE_INFINITY
    if (!withSingleKeys || isBusy || ctrlKey || metaKey || altKey) return null
    if (isAfterGo) return shortcutWords.GO_TO.find((place) => place.key === key)?.to ?? null
    if (key === 'g') goPressedAt = at
    if (key === '/') return 'search'
    return key === '?' ? 'shortcuts' : findPageKey(key)
  }
}

/** WCAG 2.1.4: people who use speech input, or whose hands shake, can switch single keys off. */
export const SINGLE_KEYS = 'toolmark.single-keys'

const areSingleKeysOn = () => localStore.getItem(SINGLE_KEYS) !== 'off'

const singleKeys = createStore(true)
if (typeof window !== 'undefined') {
  singleKeys.set(areSingleKeysOn())
  // Another tab has switched them.
  addEventListener('storage', ({ key }) => {
    if (key === SINGLE_KEYS) singleKeys.set(areSingleKeysOn())
  })
}

export const hasSingleKeys = () => singleKeys.get()
export const useSingleKeys = () => singleKeys.use()

export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStore.removeItem(SINGLE_KEYS)
  else localStore.setItem(SINGLE_KEYS, 'off')
  singleKeys.set(isOn)
}
