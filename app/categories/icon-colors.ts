/** The hues of the colors in the table `categories`, in OKLCH degrees. Grays have no hue. */
const HUES: Readonly<Record<string, number>> = {
  red: 25,
  orange: 48,
  amber: 72,
  yellow: 92,
  lime: 125,
  green: 148,
  emerald: 162,
  teal: 183,
  cyan: 208,
  sky: 232,
  blue: 258,
  indigo: 275,
  violet: 292,
  purple: 304,
  fuchsia: 322,
  pink: 350,
  rose: 12,
}

/** Returns the colors of a category's icon in both themes. @param color from the table `categories` */
export function toIconColors(color: string): React.CSSProperties {
  const hue = HUES[color]
  const [chroma, paleChroma] = hue === undefined ? [0.02, 0.01] : [0.13, 0.05]
  return {
    color: `light-dark(oklch(0.45 ${chroma} ${hue ?? 262}), oklch(0.85 ${chroma * 0.8} ${hue ?? 262}))`,
    backgroundColor: `light-dark(oklch(0.95 ${paleChroma} ${hue ?? 262}), oklch(0.32 ${paleChroma} ${hue ?? 262}))`,
  }
}
