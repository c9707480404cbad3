import { type ComponentType, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { hasOverlay, type Overlay, showOverlay, useOverlay } from './overlay.ts'
import { useServiceWorker } from './service-worker.ts'
import { type Command, hasSingleKeys, isApple, readKeys } from './shortcuts.ts'
import { useThemeOfWindow } from './theme-of-window.ts'

type Part = ComponentType<{ isOpen: boolean }>
type Parts = Partial<Record<Overlay, Part>>

/** Fetched when somebody first asks for it. */
const LOAD: Record<Overlay, () => Promise<{ default: Part }>> = {
  palette: () => import('./palette/command-palette.tsx'),
  shortcuts: () => import('./shortcut-list.tsx'),
}

/** Listens to the keyboard, and lays over the page what was asked for. */
export function Overlays() {
  const shown = useOverlay()
  const [parts, setParts] = useState<Parts>({})
  const navigate = useNavigate()
  useThemeOfWindow()
  useServiceWorker()

  useEffect(() => {
    if (!shown || parts[shown]) return
    LOAD[shown]().then(
      (part) => setParts((known) => ({ ...known, [shown]: part.default })),
      () => {
        // Without a network the plain search box is still there.
        showOverlay(null)
        findSearchBox()?.focus()
      },
    )
  }, [shown, parts])

  useEffect(() => {
    const read = readKeys(isApple())
    const follow = (command: Command) => {
      if (command === 'palette' || command === 'shortcuts') return showOverlay(command)
      if (command !== 'search') return void navigate(command)
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
      const command = MODIFIER.test(key) ? null : read(press, hasSingleKeys())
      if (!command) return
      event.preventDefault()
      follow(command)
    }
    addEventListener('keydown', onKey)
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

/** They are pressed on the way to a key, such as to "?". */
const MODIFIER = /^(Shift|Control|Meta|Alt|AltGraph|CapsLock)$/

/** What has keys of its own. */
const BUSY =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/** The first search box that can be seen. */
function findSearchBox(): HTMLElement | undefined {
  const boxes = document.querySelectorAll<HTMLElement>('input[type=search]')
  return [...boxes].find((box) => box.checkVisibility())
}
