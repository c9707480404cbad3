import { useEffect } from 'react'
import { useTheme } from './theme.ts'

/** Gives the browser's own interface on a phone the color of the chosen theme. */
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
