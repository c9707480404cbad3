import { type ComponentType, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useThemeColor } from '../ui/theme/theme.tsx'
import { keysReady, shortcutList } from './deferred-shortcuts.tsx'
import { BUSY, endEarlyKeys } from './early-keys.ts'
import { hasSingleKeys, isApple, readKeys, type Shortcut } from './read-keys.ts'

export interface ShortcutKeysProps {
  /** Puts the cursor into the search box. */
  onSearch: () => void
}

/** Handles the keyboard shortcuts, and shows their list. */
export function ShortcutKeys({ onSearch }: ShortcutKeysProps) {
  const isListOpen = shortcutList.use()
  const [List, setList] = useState<ComponentType<{ isOpen: boolean }>>()
  const navigate = useNavigate()
  useThemeColor()

  useEffect(() => {
    if (!isListOpen || List) return
    import('./shortcut-list.tsx').then(
      (part) => setList(() => part.default),
      // Without a network there is no list.
      () => shortcutList.set(false),
    )
  }, [isListOpen, List])

  useEffect(() => {
    const read = readKeys(isApple())
    const open = (shortcut: Shortcut) => {
      if (typeof shortcut === 'object') return shortcut.run()
      if (shortcut === 'shortcuts') return shortcutList.set(true)
      if (shortcut === 'search') return onSearch()
      void navigate(shortcut)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented || event.repeat) return
      const { key, ctrlKey, metaKey, altKey, timeStamp } = event
      const isBusy =
        shortcutList.get() ||
        (event.target instanceof Element && event.target.closest(BUSY) !== null)
      const press = { key, ctrlKey, metaKey, altKey, isBusy, at: timeStamp }
      const shortcut = MODIFIER.test(key) ? null : read(press, hasSingleKeys())
      if (!shortcut) return
      event.preventDefault()
      open(shortcut)
    }
    addEventListener('keydown', onKey)
    endEarlyKeys()
    keysReady.set(true)
    return () => removeEventListener('keydown', onKey)
  }, [navigate, onSearch])

  return List ? <List isOpen={isListOpen} /> : null
}

/** Pressed as part of another key, such as Shift for "?". */
const MODIFIER = /^(Shift|Control|Meta|Alt|AltGraph|CapsLock)$/
