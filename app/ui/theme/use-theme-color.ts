import { useEffect } from 'react'
import { useTheme } from './theme.ts'

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
