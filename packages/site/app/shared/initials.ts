const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a part of a URL is an id; any other text is a slug (spec 2 §4). */
export const isToolId = (part: string) => UUID.test(part)

/**
 * First letters of a name's words, at most two, upper case (spec 1 §2). Signs are skipped, unless
 * the name has nothing else.
 */
export function initials(name: string): string {
  const words = name
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .split(/\s+/)
  const letters = words.flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
  // By code point: half of a surrogate pair is no character.
  const first = letters.length > 0 ? letters : words.flatMap((word) => Array.from(word)[0] ?? [])
  return first.slice(0, 2).join('').toUpperCase()
}

/** The size of type of initials. @param edge of their square, in pixels */
export const toTextSize = (edge: number) =>
  edge < 40 ? 'text-xs' : edge < 64 ? 'text-base' : 'text-title'
