// chunk: frame
import { IDENTITY } from './identity.ts'

const HUES = 16

/** With this factor no two neighbors in the demo's order by name that show initials have the same tint. */
const FACTOR = 185

/** The background of initials, from a name: dark enough for white text in either theme. */
export function tintOf(name: string): string {
  const hash = Array.from(name).reduce(
    (sum, letter) => (sum * FACTOR + (letter.codePointAt(0) ?? 0)) % 65_521,
    0,
  )
  return `oklch(0.5 0.1 ${((hash % HUES) * 360) / HUES})`
}

/** Lightness, chroma and hue of a token, as in app.css; shared.test.ts compares the two. */
export type Tone = readonly [lightness: number, chroma: number, hue: keyof typeof IDENTITY.hues]

/** The tokens that are used without a stylesheet: in mails, and as the browser's theme color. */
export const TOKENS = {
  paper: { light: [0.984, 0.006, 'paper'], dark: [0.178, 0.018, 'ink'] },
  card: { light: [0.998, 0.002, 'paper'], dark: [0.221, 0.021, 'ink'] },
  line: { light: [0.9, 0.011, 'paper'], dark: [0.325, 0.022, 'ink'] },
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

/** OKLCH to sRGB (CSS Color 4 §10); colors outside of sRGB are clipped. */
export function toHexColor([lightness, chroma, hue]: Tone): string {
  const angle = (IDENTITY.hues[hue] * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const parts = linear.map((part) => {
    const encoded = part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055
    const byte = Math.round(Math.min(1, Math.max(0, encoded)) * 255)
    return byte.toString(16).padStart(2, '0')
  })
  return `#${parts.join('')}`
}
