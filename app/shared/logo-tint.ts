/** Backgrounds of tool initials, dark enough for white text; the server draws logos with them too. */
const TINTS = ['#3d63ae', '#0d7490', '#24743f', '#9a4a2c', '#74449b', '#80590b'] as const

/** A tool's tint, from its name. */
export function tintOf(name: string): string {
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return TINTS[sum % TINTS.length] ?? TINTS[0]
}
