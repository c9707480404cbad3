import { Monitor, Moon, Sun } from 'lucide-react'
import * as uiWords from '../words.ts'
import { setTheme, type Theme, useTheme } from './theme.ts'

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
