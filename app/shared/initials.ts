/** First letters of a name's words, at most two, upper case (spec 1 §2). */
export function initials(name: string): string {
  const words = name
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .split(/\s+/)
  // By code point: half of a surrogate pair is no character.
  const first = words.flatMap((word) => Array.from(word)[0] ?? [])
  return first.slice(0, 2).join('').toUpperCase()
}
