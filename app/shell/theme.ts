import { useSyncExternalStore } from 'react'

/** What a reader chose; 'system' follows the machine. */
export type Theme = 'system' | 'light' | 'dark'

const KEY = 'toolmark.theme'

/** Runs before anything is drawn, so that the chosen theme never flashes the other one. */
export const THEME_SCRIPT = `try{let t=localStorage.getItem('${KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`

const CHANGED = 'toolmark:theme'

function read(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Where nothing may be kept, the choice holds for this page.
  }
  dispatchEvent(new Event(CHANGED))
}

function subscribe(onChange: () => void) {
  addEventListener(CHANGED, onChange)
  return () => removeEventListener(CHANGED, onChange)
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, read, () => 'system')
