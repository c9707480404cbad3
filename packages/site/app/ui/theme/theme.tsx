import { Monitor, Moon, Sun } from 'lucide-react'
import { useEffect } from 'react'
import { localStore, toReadExpression } from '../../data/browser-storage.ts'
import { createStore } from '../../data/create-store.ts'
import * as uiWords from '../words.ts'

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

const OPTIONS = [
  ['system', uiWords.themeSystem, Monitor],
  ['light', uiWords.themeLight, Sun],
  ['dark', uiWords.themeDark, Moon],
] as const satisfies readonly (readonly [Theme, string, typeof Sun])[]

/** Selects the light, the dark or the system's theme. */
export function ThemeSwitch() {
  const theme = useTheme()
  return (
    <fieldset className="inline-flex w-fit rounded-full border border-line bg-card p-0.5">
      <legend className="sr-only">{uiWords.themeTitle}</legend>
      {OPTIONS.map(([value, label, Icon]) => (
        <label
          key={value}
          title={label}
          className="inline-grid size-8 cursor-pointer place-items-center rounded-full text-soft transition-colors hover:text-ink has-checked:bg-sunken has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-link"
        >
          <input
            type="radio"
            name="theme"
            value={value}
            checked={theme === value}
            onChange={() => setTheme(value)}
            className="sr-only"
          />
          <Icon aria-hidden size={16} />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
