// For mails, pictures and the manifest, which have no style sheet: the browser does not load this file.
import { formatHex } from 'culori'
import { IDENTITY } from './identity.ts'

/** Lightness, chroma and hue of a token, as in app.css; shared.test.ts compares the two. */
export type Tone = readonly [lightness: number, chroma: number, hue: keyof typeof IDENTITY.hues]

/** The tokens that are used without a stylesheet: in mails, and as the browser's theme color. */
export const TOKENS = {
  paper: { light: [0.984, 0.006, 'paper'], dark: [0.178, 0.018, 'ink'] },
  card: { light: [0.998, 0.002, 'paper'], dark: [0.221, 0.021, 'ink'] },
  line: { light: [0.9, 0.011, 'paper'], dark: [0.325, 0.022, 'ink'] },
  edge: { light: [0.61, 0.014, 'ink'], dark: [0.58, 0.022, 'ink'] },
  ink: { light: [0.215, 0.035, 'ink'], dark: [0.958, 0.006, 'paper'] },
  soft: { light: [0.455, 0.024, 'ink'], dark: [0.765, 0.016, 'ink'] },
  link: { light: [0.46, 0.19, 'link'], dark: [0.79, 0.11, 'link'] },
  'on-ink': { light: [0.99, 0.003, 'paper'], dark: [0.2, 0.02, 'ink'] },
  marker: { light: [0.905, 0.165, 'marker'], dark: [0.87, 0.16, 'marker'] },
} as const satisfies Record<string, Record<'light' | 'dark', Tone>>

export type ThemeColors = Record<keyof typeof TOKENS, string>

/** The colors of a theme as "#rrggbb". */
export function toThemeColors(theme: 'light' | 'dark'): ThemeColors {
  const entries = Object.entries(TOKENS).map(([name, tones]) => [name, toHexColor(tones[theme])])
  return Object.fromEntries(entries) as ThemeColors
}

/** OKLCH to sRGB; colors outside of sRGB are clipped. */
export const toHexColor = ([l, c, hue]: Tone): string =>
  formatHex({ mode: 'oklch', l, c, h: IDENTITY.hues[hue] })
