import { useEffect } from 'react'
import { useTheme } from './theme.ts'

/** What surrounds the page on a phone takes the chosen theme's colour too. */
export function useThemeOfWindow(): void {
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
