import { distance } from 'fastest-levenshtein'

/** A word of fewer letters has many neighbors that mean something else: DUMP and TEMP. */
const LONG_WORD = 6

/**
 * The setting for which a variable may be meant: it differs by an exchanged, a missing, a wrong or another letter in a
 * word, or by case and underscores.
 */
export function findResembling(name: string, settings: readonly string[]): string | undefined {
  return settings.find((setting) => resembles(name, setting))
}

function resembles(name: string, setting: string): boolean {
  const [words, expected] = [split(name), split(setting)]
  // PORT and HOST: only their letters in another order, because `host` and POST belong to other programs.
  if (expected.length === 1) return isTransposed(name, setting)
  if (words.join('') === expected.join('')) return true
  if (words.length !== expected.length) return isTransposed(words.join(''), expected.join(''))
  return words.every((word, index) => isNear(word, expected[index] ?? ''))
}

const split = (name: string) => name.toUpperCase().split(/[_-]/)

const isNear = (word: string, expected: string) =>
  isTransposed(word, expected) || distance(word, expected) <= (expected.length < LONG_WORD ? 1 : 2)

/** Whether two neighboring letters are exchanged. */
function isTransposed(word: string, expected: string): boolean {
  const first = [...word].findIndex((letter, index) => letter !== expected[index])
  return (
    first >= 0 &&
    word.slice(0, first) + word[first + 1] + word[first] + word.slice(first + 2) === expected
  )
}
