import type { Choice, ChoiceGroup, Kind } from './choice-row.tsx'
import * as paletteWords from './words.ts'

/** Without case and accents, so that "cafe" finds "Café". */
const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/**
 * How well a text matches a choice: 5 equals the label, 4 is its first words, 3 starts it, 2 each word
 * starts a word of the label, 1 each word is somewhere in the label or the detail, 0 no match.
 */
export function computeCloseness(
  words: string,
  { label, detail = '' }: Pick<Choice, 'label' | 'detail'>,
): number {
  const wanted = fold(words).trim().replaceAll(/\s+/g, ' ')
  const name = fold(label)
  if (name === wanted) return 5
  if (name.startsWith(`${wanted} `)) return 4
  if (name.startsWith(wanted)) return 3
  const parts = wanted.split(' ')
  const inName = name.split(/[^\p{L}\p{N}]+/u)
  if (parts.every((part) => inName.some((word) => word.startsWith(part)))) return 2
  const all = `${name} ${fold(detail)}`
  return parts.every((part) => all.includes(part)) ? 1 : 0
}

/** The number of choices of one kind, so that no kind hides the others. */
const MAX_BY_KIND: Partial<Record<Kind, number>> = { tool: 6 }
const MAX_OF_OTHERS = 4

/**
 * Choices grouped by kind, best first, the kind of the best match first. A result of the server stays
 * even with closeness 0, because the server's search corrects misspellings.
 */
export function rankChoices(words: string, choices: readonly Choice[]): ChoiceGroup[] {
  const order = Object.keys(paletteWords.KINDS) as Kind[]
  return order
    .map((kind) => {
      const scored = choices
        .filter((choice) => choice.kind === kind)
        .map((choice) => ({ choice, score: computeCloseness(words, choice) }))
        .sort((a, b) => b.score - a.score)
      const items = scored.slice(0, MAX_BY_KIND[kind] ?? MAX_OF_OTHERS).map(({ choice }) => choice)
      // The plain search is always the last group.
      return { kind, items, best: kind === 'search' ? -1 : (scored[0]?.score ?? 0) }
    })
    .filter(({ items }) => items.length > 0)
    .sort((a, b) => b.best - a.best)
    .map(({ kind, items }) => ({ kind, items }))
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
