import { useQueries, useQuery } from '@tanstack/react-query'
import { queries } from '../data/query.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import type { Choice, ChoiceGroup, Place } from './choice.ts'
import { findLaunches, findPeople, findTools, readCategoryPlaces } from './find.ts'
import { closeness, ranked } from './rank.ts'
import * as paletteWords from './words/palette.ts'

/** Before this many letters nearly everything would be found. */
const LEAST = 2

// The client tries again by itself.
const HOW = { retry: false, networkMode: 'always' } as const

const SEARCHES = { tools: findTools, people: findPeople, launches: findLaunches }

/**
 * What fits the words: of what is known here at once, of what the server knows when it has answered.
 * @param known pages and actions
 */
export function useChoices(words: string, known: readonly Choice[]) {
  const typed = words.trim()
  const wanted = useDebounced(typed)
  const isAsked = wanted.length >= LEAST
  const { data: categories = [] } = useQuery(
    {
      queryKey: ['palette', 'categories'],
      queryFn: ({ signal }) => readCategoryPlaces(signal),
      staleTime: Number.POSITIVE_INFINITY,
      ...HOW,
    },
    queries,
  )
  const answers = useQueries(
    {
      queries: Object.entries(SEARCHES).map(([name, find]) => ({
        queryKey: ['palette', name, wanted],
        queryFn: ({ signal }: { signal: AbortSignal }) => find(wanted, signal),
        enabled: isAsked,
        // What was found for earlier letters stays as long as it fits the new ones.
        placeholderData: (before: Place[] | undefined) => before,
        ...HOW,
      })),
    },
    queries,
  )
  const isSettled = typed === wanted && !answers.some(({ isFetching }) => isFetching)
  const found = answers.flatMap(({ data = [], isPlaceholderData }) =>
    isPlaceholderData || typed !== wanted
      ? data.filter((place) => closeness(typed, place) > 0)
      : data,
  )
  const here = [...known, ...categories].filter((choice) => closeness(typed, choice) > 0)
  const groups: ChoiceGroup[] =
    typed === '' ? [] : ranked(typed, [...here, ...(isAsked ? found : []), searchFor(typed)])
  return {
    groups,
    isSettled,
    hasFailed: isAsked && isSettled && answers.some(({ isError }) => isError),
    tryAgain: () => {
      for (const answer of answers) if (answer.isError) void answer.refetch()
    },
  }
}

const searchFor = (words: string): Place => ({
  kind: 'search',
  id: 'search',
  label: paletteWords.searchAll(words),
  to: `/?search=${encodeURIComponent(words)}`,
})
