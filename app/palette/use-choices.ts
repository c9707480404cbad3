import { useQueries, useQuery } from '@tanstack/react-query'
import { queries } from '../data/query.ts'
import { toComparePath } from '../tools/selection.ts'
import { useDebounced } from '../ui/forms/use-debounced.ts'
import type { Choice, ChoiceGroup, Place } from './choice-row.tsx'
import {
  findCapabilities,
  findLaunches,
  findPeople,
  findTools,
  readCategoryPlaces,
} from './find.ts'
import type { ComparedTool } from './page-commands.ts'
import { computeCloseness, rankChoices } from './rank.ts'
import * as paletteWords from './words.ts'

/** A shorter text would find nearly everything. */
export const MIN_LETTERS = 2

// The Supabase client retries by itself.
export const OPTIONS = { retry: false, networkMode: 'always' } as const

const SEARCHES = {
  tools: findTools,
  capabilities: findCapabilities,
  people: findPeople,
  launches: findLaunches,
}

/**
 * The choices that match a text: pages and actions at once, results of the server when they arrive.
 * @param known pages and actions
 * @param compared a tool that another one is picked for: only tools are found then
 */
export function useChoices(words: string, known: readonly Choice[], compared?: ComparedTool) {
  const typed = words.trim()
  const wanted = useDebounced(typed)
  const isSearching = wanted.length >= MIN_LETTERS
  const { data: categories = [] } = useQuery(
    {
      queryKey: ['palette', 'categories'],
      queryFn: ({ signal }) => readCategoryPlaces(signal),
      staleTime: Number.POSITIVE_INFINITY,
      ...OPTIONS,
    },
    queries,
  )
  const answers = useQueries(
    {
      queries: Object.entries(SEARCHES).map(([name, find]) => ({
        queryKey: ['palette', name, wanted],
        queryFn: ({ signal }: { signal: AbortSignal }) => find(wanted, signal),
        enabled: isSearching && (!compared || name === 'tools'),
        // Results for earlier letters stay as long as they match the new ones.
        placeholderData: (before: Place[] | undefined) => before,
        ...OPTIONS,
      })),
    },
    queries,
  )
  const isSettled = typed === wanted && !answers.some(({ isFetching }) => isFetching)
  const found = answers.flatMap(({ data = [], isPlaceholderData }) =>
    isPlaceholderData || typed !== wanted
      ? data.filter((place) => computeCloseness(typed, place) > 0)
      : data,
  )
  const here = [...known, ...categories].filter((choice) => computeCloseness(typed, choice) > 0)
  const listed = isSearching ? found : []
  const choices = compared
    ? listed.flatMap((place) => toComparison(compared, place))
    : [...here, ...listed, searchChoice(typed)]
  const groups: ChoiceGroup[] = typed === '' ? [] : rankChoices(typed, choices)
  return {
    groups,
    isSettled,
    hasFailed: isSearching && isSettled && answers.some(({ isError }) => isError),
    tryAgain: () => {
      for (const answer of answers) if (answer.isError) void answer.refetch()
    },
  }
}

const toComparison = (compared: ComparedTool, { tool, ...place }: Place): Place[] =>
  tool && tool.slug !== compared.slug
    ? [{ ...place, tool, to: toComparePath([compared.slug, tool.slug]) }]
    : []

const searchChoice = (words: string): Place => ({
  kind: 'search',
  id: 'search',
  label: paletteWords.searchAll(words),
  to: `/?search=${encodeURIComponent(words)}`,
})
