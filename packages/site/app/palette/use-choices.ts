import { useQueries } from '@tanstack/react-query'
import { useRouteLoaderData } from 'react-router'
import { queries, useRead } from '../data/query.ts'
import type { loader as launchLoader } from '../launches/launch-detail.tsx'
import type { loader as toolLoader } from '../tool-page/tool-detail.tsx'
import { toComparePath } from '../tools/selection.ts'
import type { ToolDetail } from '../tools/tool.ts'
import { copyLink } from '../ui/feedback/copy-link.ts'
import { useDebounced } from '../ui/forms/use-debounced.ts'
import * as uiWords from '../ui/words.ts'
import type { Choice, ChoiceGroup, Place } from './choice-row.tsx'
import {
  findCapabilities,
  findLaunches,
  findPeople,
  findTools,
  readCategoryPlaces,
} from './find.ts'
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
  const { data: categories = [] } = useRead(
    ['palette', 'categories'],
    ({ signal }) => readCategoryPlaces(signal),
    { staleTime: Number.POSITIVE_INFINITY, ...OPTIONS },
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

export type ComparedTool = Pick<ToolDetail, 'name' | 'slug'>

/**
 * The actions on what the current page shows.
 * @param onCompare starts the second step, which picks the other tool
 */
export function usePageCommands(onCompare: (tool: ComparedTool) => void): Choice[] {
  const toolById = useRouteLoaderData<typeof toolLoader>('tool')
  const toolBySegment = useRouteLoaderData<typeof toolLoader>('tool-by-segment')
  const launch = useRouteLoaderData<typeof launchLoader>('launches/launch-detail')?.launch
  const tool = (toolById ?? toolBySegment)?.tool ?? launch?.tools
  const choices: Choice[] = []
  if (launch) {
    // The page's own button also handles visitors, failures and the count.
    const findButton = () => document.getElementById(`upvote-${launch.id}`)
    const isMine = findButton()?.getAttribute('aria-pressed') === 'true'
    const label = isMine ? paletteWords.removeUpvote : paletteWords.upvote
    choices.push({
      kind: 'here',
      id: 'upvote',
      label: label(tool?.name ?? launch.tagline),
      // React may replace the button while the palette is open.
      run: () => findButton()?.click(),
    })
  }
  if (tool) {
    choices.push(
      {
        kind: 'here',
        id: 'review',
        label: paletteWords.review(tool.name),
        to: `/write-review/${tool.slug}`,
      },
      {
        kind: 'here',
        id: 'compare',
        label: paletteWords.compare(tool.name),
        isStep: true,
        run: () => onCompare({ name: tool.name, slug: tool.slug }),
      },
    )
  }
  choices.push({
    kind: 'here',
    id: 'copy link',
    label: uiWords.copyLink,
    run: () => void copyLink(),
  })
  return choices
}
