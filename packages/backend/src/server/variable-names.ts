import { distance } from 'fastest-levenshtein'

/** A word of fewer letters has many neighbors that mean something else: DUMP and TEMP. */
const LONG_WORD = 6

/** Words that a variable of another program may have, one letter from a short name. */
const OTHER_NAMES = ['POST', 'COST', 'GHOST', 'LOST', 'MOST', 'PART', 'SORT', 'SPORT']

/** A shorter beginning of a word is one of many words: DB, S3. */
const SHORTEST_ABBREVIATION = 3

/**
 * The setting for which a variable may be meant, the nearest of several. Each of its words differs by an exchanged, a
 * missing, a wrong or another letter, by its number, or is shortened; or the words have another order, other case or
 * no underscores.
 */
export function findResembling(name: string, settings: readonly string[]): string | undefined {
  const upper = name.toUpperCase()
  // Two exchanged letters are one error.
  const countErrors = (setting: string) =>
    isTransposed(upper, setting) ? 1 : distance(upper, setting)
  return settings
    .filter((setting) => resembles(name, setting))
    .toSorted((one, other) => countErrors(one) - countErrors(other))[0]
}

function resembles(name: string, setting: string): boolean {
  const [words, expected] = [split(name), split(setting)]
  if (expected.length === 1) return !OTHER_NAMES.includes(name) && hasOneError(name, setting)
  if (hasOneError(name.toUpperCase(), setting)) return true
  const [joined, wanted] = [toSingular(words.join('')), toSingular(expected.join(''))]
  if (joined === wanted) return true
  if (words.length !== expected.length)
    return (
      isTransposed(joined, wanted) || (wanted.length > LONG_WORD && distance(joined, wanted) === 1)
    )
  return (
    sortSingular(words) === sortSingular(expected) ||
    words.every((word, index) => isNear(toSingular(word), toSingular(expected[index] ?? '')))
  )
}

const split = (name: string) => name.toUpperCase().split(/[_-]/)

const toSingular = (word: string) => word.replace(/IES$/, 'Y').replace(/(?<=..)S$/, '')

const sortSingular = (words: string[]) => words.map(toSingular).toSorted().join()

const isNear = (word: string, expected: string) =>
  isTransposed(word, expected) ||
  isShortened(word, expected) ||
  isShortened(expected, word) ||
  distance(word, expected) <= (expected.length < LONG_WORD ? 1 : 2)

const isShortened = (short: string, word: string) =>
  short.length >= SHORTEST_ABBREVIATION && word.startsWith(short)

const hasOneError = (word: string, expected: string) =>
  isTransposed(word, expected) || distance(word, expected) === 1

/** Whether two neighboring letters are exchanged. */
function isTransposed(word: string, expected: string): boolean {
  const first = [...word].findIndex((letter, index) => letter !== expected[index])
  return (
    first >= 0 &&
    word.slice(0, first) + word[first + 1] + word[first] + word.slice(first + 2) === expected
  )
}
