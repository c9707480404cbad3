import type { Choice, ChoiceGroup, Kind } from './choice.ts'
import * as paletteWords from './words/palette.ts'

/** Case and accents aside, so that "cafe" finds "Café". */
const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/**
 * How well words fit a name: 4 it is the name, 3 it begins so, 2 each begins a word of it, 1 each is
 * somewhere in it or in the detail, 0 not at all.
 */
export function closeness(
  words: string,
  { label, detail = '' }: Pick<Choice, 'label' | 'detail'>,
): number {
  const wanted = fold(words).trim().replaceAll(/\s+/g, ' ')
  const name = fold(label)
  if (name === wanted) return 4
  if (name.startsWith(wanted)) return 3
  const parts = wanted.split(' ')
  const inName = name.split(/[^\p{L}\p{N}]+/u)
  if (parts.every((part) => inName.some((word) => word.startsWith(part)))) return 2
  const all = `${name} ${fold(detail)}`
  return parts.every((part) => all.includes(part)) ? 1 : 0
}

/** The most of one kind, so that no kind hides the others. */
const MOST: Partial<Record<Kind, number>> = { tool: 6 }
const MOST_OTHERWISE = 4

/**
 * Choices by kind: best first within a kind, and the kind of the best first. What the server found
 * stays although it does not fit by its letters: it knows of misspellings.
 */
export function ranked(words: string, choices: readonly Choice[]): ChoiceGroup[] {
  const order = Object.keys(paletteWords.KINDS) as Kind[]
  return order
    .map((kind) => {
      const scored = choices
        .filter((choice) => choice.kind === kind)
        .map((choice) => ({ choice, score: closeness(words, choice) }))
        .sort((a, b) => b.score - a.score)
      const items = scored.slice(0, MOST[kind] ?? MOST_OTHERWISE).map(({ choice }) => choice)
      // To search for the words is what remains to be done, and so comes last.
      return { kind, items, best: kind === 'search' ? -1 : (scored[0]?.score ?? 0) }
    })
    .filter(({ items }) => items.length > 0)
    .sort((a, b) => b.best - a.best)
    .map(({ kind, items }) => ({ kind, items }))
}
