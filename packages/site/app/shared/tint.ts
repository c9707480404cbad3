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
