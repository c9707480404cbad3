import { type ComponentType, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useThemeColor } from '../ui/theme/theme.tsx'
import { hasOverlay, type Overlay, setKeysReady, showOverlay, useOverlay } from './overlay.tsx'
import { hasSingleKeys, isApple, readKeys, type Shortcut } from './shortcuts/shortcuts.ts'

type Part = ComponentType<{ isOpen: boolean }>
type Parts = Partial<Record<Overlay, Part>>

/** Loaded when it is first opened. */
const LOAD: Record<Overlay, () => Promise<{ default: Part }>> = {
  palette: () => import('./command-palette.tsx'),
  shortcuts: () => import('./shortcuts/shortcut-list.tsx'),
}

/** Handles the keyboard shortcuts, and shows the palette and the list of shortcuts. */
export function Overlays() {
  const shown = useOverlay()
  const [parts, setParts] = useState<Parts>({})
  const navigate = useNavigate()
  useThemeColor()

  useEffect(() => {
    if (!shown || parts[shown]) return
    LOAD[shown]().then(
      (part) => setParts((loaded) => ({ ...loaded, [shown]: part.default })),
      () => {
        // Without a network the search box still works.
        showOverlay(null)
        findSearchBox()?.focus()
      },
    )
  }, [shown, parts])

  useEffect(() => {
    const read = readKeys(isApple())
    const open = (shortcut: Shortcut) => {
      if (shortcut === 'palette' || shortcut === 'shortcuts') return showOverlay(shortcut)
      if (typeof shortcut === 'object') return shortcut.run()
      if (shortcut !== 'search') return void navigate(shortcut)
      const box = findSearchBox()
      if (box) box.focus()
      else showOverlay('palette')
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented || event.repeat) return
      const { key, ctrlKey, metaKey, altKey, timeStamp } = event
      const isBusy =
        hasOverlay() || (event.target instanceof Element && event.target.closest(BUSY) !== null)
      const press = { key, ctrlKey, metaKey, altKey, isBusy, at: timeStamp }
      const shortcut = MODIFIER.test(key) ? null : read(press, hasSingleKeys())
      if (!shortcut) return
      event.preventDefault()
      open(shortcut)
    }
    addEventListener('keydown', onKey)
    setKeysReady()
    return () => removeEventListener('keydown', onKey)
  }, [navigate])

  const { palette: Palette, shortcuts: Shortcuts } = parts
  return (
    <>
      {Palette ? <Palette isOpen={shown === 'palette'} /> : null}
      {Shortcuts ? <Shortcuts isOpen={shown === 'shortcuts'} /> : null}
    </>
  )
}

/** Pressed as part of another key, such as Shift for "?". */
const MODIFIER = /^(Shift|Control|Meta|Alt|AltGraph|CapsLock)$/

/** Elements with their own keys. */
const BUSY =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/** The first visible search box. */
function findSearchBox(): HTMLElement | undefined {
  const boxes = document.querySelectorAll<HTMLElement>('input[type=search]')
  return [...boxes].find((box) => box.checkVisibility())
}
