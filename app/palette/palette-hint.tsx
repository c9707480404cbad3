import * as uiWords from '../ui/words.ts'
import { showOverlay } from './overlay.ts'
import { isApple } from './shortcuts/shortcuts.ts'
import * as paletteWords from './words.ts'

/** The palette's keys in the header's search box, as a button that opens it. */
export function PaletteHint() {
  const apple = isApple()
  const keys = paletteWords.KEYS[apple ? 'apple' : 'other'].palette
  return (
    <button
      type="button"
      // The name starts with the visible text, for speech input.
      aria-label={uiWords.visibleFirst(keys, paletteWords.paletteName)}
      aria-haspopup="dialog"
      aria-keyshortcuts={apple ? 'Meta+K' : 'Control+K'}
      className="absolute top-1/2 right-2 hidden min-h-6 -translate-y-1/2 items-center rounded-md border border-line bg-sunken px-1.5 text-xs font-medium text-soft hover:border-edge hover:text-ink lg:inline-flex"
      onClick={() => showOverlay('palette')}
    >
      <kbd className="font-sans">{keys}</kbd>
    </button>
  )
}
