/** Without case and accents, so that "cafe" finds "Café". */
const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

export const isSameText = (one: string, other: string) => fold(one) === fold(other)

const splitWords = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Whether each typed word starts a word of the label. */
export function hasWords(label: string, typed: string): boolean {
  const words = splitWords(label)
  return splitWords(typed).every((part) => words.some((word) => word.startsWith(part)))
}

/** A part of a label. */
interface LabelPart {
  text: string
  /** Its position in the label. */
  start: number
  isMatch: boolean
}

/** Splits a label at the typed words: at each place where a word of the label starts with one. */
export function splitMatches(label: string, words: string): LabelPart[] {
  const wanted = fold(words).trim().split(/\s+/).filter(Boolean)
  const parts: LabelPart[] = []
  for (const { 0: word, index: start } of label.matchAll(
    /[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+/gu,
  )) {
    const match = wanted.find((each) => fold(word).startsWith(each))
    const length = match ? measurePrefix(word, match) : 0
    if (length > 0) parts.push({ text: word.slice(0, length), start, isMatch: true })
    if (length < word.length) {
      parts.push({ text: word.slice(length), start: start + length, isMatch: false })
    }
  }
  return parts
}

/**
 * The length of the shortest start of a word that begins with a folded text, with its last letter's accents.
 * Folding splits a Korean syllable into letters, so a text can end inside one.
 */
function measurePrefix(word: string, folded: string): number {
  let length = 1
  while (length < word.length && !fold(word.slice(0, length)).startsWith(folded)) length += 1
  while (/\p{M}/u.test(word.charAt(length))) length += 1
  return length
}
