import { createStore } from '../../data/create-store.ts'

/** The visitor's choice; 'system' follows the device. */
export type Theme = 'system' | 'light' | 'dark'

const KEY = 'site.theme'

/** Runs before the first paint, so that the page does not flash in the other theme. */
export const THEME_SCRIPT = `try{let t=localStorage.getItem('${KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`

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
  try {
    if (next === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, next)
  } catch {
    // Without storage the choice is valid until the page is unloaded.
  }
  theme.set(next)
}
