/** First letters of a name's words, at most two, upper case (spec 1 §2). */
export function initials(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .slice(0, 2)
    .toUpperCase()
}
