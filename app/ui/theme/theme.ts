// chunk: frame
import { useEffect } from 'react'
import { localStore, toReadExpression } from '../../data/browser-storage.ts'
import { createStore } from '../../data/create-store.ts'

/** The visitor's choice; 'system' follows the device. */
export type Theme = 'system' | 'light' | 'dark'

const KEY = 'site.theme'

/** Runs before the first paint, so that the page does not flash in the other theme. */
export const THEME_SCRIPT = `{let t=${toReadExpression(KEY)};if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}`

const theme = createStore<Theme>('system')
if (typeof document !== 'undefined') theme.set(readTheme())

export const useTheme = () => theme.use()

function readTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

export function setTheme(next: Theme): void {
  if (next === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = next
  if (next === 'system') localStore.removeItem(KEY)
  else localStore.setItem(KEY, next)
  theme.set(next)
}

/** Sets the color of the browser's interface on phones to that of the chosen theme. */
export function useThemeColor(): void {
  const chosen = useTheme()
  useEffect(() => {
    for (const theme of ['light', 'dark'] as const) {
      const meta = document.querySelector<HTMLMetaElement>(
        `meta[name=theme-color][data-theme=${theme}]`,
      )
      const system = `(prefers-color-scheme: ${theme})`
      if (meta) meta.media = chosen === 'system' ? system : chosen === theme ? 'all' : 'not all'
    }
  }, [chosen])
}
