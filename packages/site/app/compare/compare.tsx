import { useEffect, useRef } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { readPresentSlugs } from '../data/present-slugs.ts'
import type { ReviewSummary } from '../data/rpc-results.ts'
import { readSection, type Site, siteContext } from '../data/site.ts'
import { COMPARED_MAX } from '../shared/limits.ts'
import { compareFacts, listComparedFacts } from '../tools/describe-facts.ts'
import { readVitality } from '../tools/describe-origins.ts'
import {
  addTool,
  readSelection,
  rememberSelection,
  removeTool,
  toComparePath,
} from '../tools/selection.ts'
import { TOOL_WITH_FACTS_COLUMNS } from '../tools/tool.ts'
import { ToolPicker } from '../tools/tool-picker.tsx'
import * as factWords from '../tools/words/facts.ts'
import { SectionFailure } from '../ui/feedback/section-failure.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/compare'
import { ComparisonChart } from './comparison-chart.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import { HigherRated, readPairs } from './higher-rated.tsx'
import { NoSelection, readExamples } from './no-selection.tsx'
import * as compareWords from './words.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const wanted = readSelection(new URL(request.url).searchParams)
  const comparison = await readSection(site, readComparison(site, wanted))
  const isEmpty = comparison?.compared.length === 0
  const examples = isEmpty ? await readSection(site, readExamples(site)) : []
  return { wanted, examples, ...(comparison ?? { ...EMPTY, compared: undefined }) }
}

const EMPTY = { compared: [], pairs: [], facts: [], capabilities: [], hasFigures: true }

async function readComparison(site: Site, wanted: readonly string[]) {
  const selection = await readPresentSlugs(site, wanted)
  if (selection.length === 0) return EMPTY
  const [data, figures] = await Promise.all([
    readTools(site, selection),
    readSection(site, readFigures(site, selection)),
  ])
  site.tag('tools', 'capabilities')
  for (const { id } of data) site.tag(`tool:${id}`, `reviews:${id}`)
  // In the order of the selection, without deleted tools.
  const tools = selection.flatMap((slug) => data.find((tool) => tool.slug === slug) ?? [])
  const slugs = tools.map(({ slug }) => slug)
  const [pairs, ...alive] = await Promise.all([
    readSection(site, readPairs(site, slugs)),
    ...tools.map(({ id }) => readSection(site, readVitality(site, id))),
  ])
  const compared = tools.map(({ tool_facts, facets, capabilities, ...tool }, at) => {
    const { review_summary, reviewers_by_use } = figures?.find(({ id }) => id === tool.id) ?? {}
    return {
      ...tool,
      uses: Object.fromEntries(
        capabilities.map(({ slug }) => [slug, reviewers_by_use?.[slug] ?? 0]),
      ),
      facts: {
        ...compareFacts({ ...tool, tool_facts, facets }),
        [factWords.vitalityLabel]: alive[at]?.line?.text ?? null,
      },
      summary: review_summary,
    }
  })
  const facts = listComparedFacts(compared.map((tool) => tool.facts))
  const capabilities = [
    ...new Map(data.flatMap((tool) => tool.capabilities.map((one) => [one.slug, one]))).values(),
  ].toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const hasFigures = figures !== undefined && !alive.includes(undefined)
  return { compared, pairs, facts, capabilities, hasFigures }
}

const readTools = async ({ supabase }: Site, slugs: string[]) =>
  (
    await supabase
      .from('tools')
      .select(
        `${TOOL_WITH_FACTS_COLUMNS}, rating_counts, counted_reviews, adjusted_rating, rating_high, capabilities(slug, name)` as const,
      )
      .in('slug', slugs)
      .order('name', { referencedTable: 'capabilities' })
      .throwOnError()
  ).data

/** What the reviews of all tools say: a read of its own, so that the table stays without it. */
const readFigures = async ({ supabase }: Site, slugs: string[]) =>
  (
    await supabase
      .from('tools')
      .select('id, review_summary, reviewers_by_use')
      .in('slug', slugs)
      .throwOnError()
      .overrideTypes<
        { review_summary: ReviewSummary; reviewers_by_use: Record<string, number> }[]
      >()
  ).data

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: compareWords.pageTitle(loaderData?.compared?.map((tool) => tool.name) ?? []),
    description: compareWords.description,
    // The order of the columns makes no other page.
    path: toComparePath(listSlugs(loaderData).toSorted()),
    image: loaderData?.compared?.length
      ? `/pictures/share/compare/${listSlugs(loaderData).join(',')}`
      : '/pictures/share/site',
  })

const listSlugs = (loaderData: Route.ComponentProps['loaderData'] | undefined) =>
  loaderData?.compared?.map((tool) => tool.slug) ?? []

export default function Compare({
  loaderData: { wanted, compared, pairs, facts, capabilities, hasFigures, examples },
}: Route.ComponentProps) {
  const tools = compared ?? []
  // Tools that could not be read stay selected.
  const slugs = compared?.map(({ slug }) => slug) ?? wanted
  const shown = slugs.join(',')
  useEffect(() => rememberSelection(shown ? shown.split(',') : []), [shown])
  const navigate = useNavigate()
  const { location: nextLocation } = useNavigation()
  // Two quick additions: the second must not replace the first, which has not loaded yet.
  const selection =
    nextLocation?.pathname === '/compare'
      ? readSelection(new URLSearchParams(nextLocation.search))
      : slugs
  const showSelection = (next: readonly string[]) =>
    void navigate(toComparePath(next), { preventScrollReset: true })
  const status = useRef<HTMLParagraphElement>(null)
  const removeColumn = (slug: string) => {
    // The button disappears with its column, so the focus moves to the number of tools.
    status.current?.focus()
    showSelection(removeTool(selection, slug))
  }
  const isFull = selection.length >= COMPARED_MAX
  return (
    <div className="page pt-4 sm:pt-6">
      <h1 className="display text-title">{compareWords.title}</h1>
      <p className="mt-1 mb-2 text-soft max-sm:text-sm/5 sm:mb-4">
        {compareWords.text(COMPARED_MAX)}
      </p>
      <p className="mb-4 hidden text-soft noscript:block">{compareWords.needsScript}</p>
      <div className="grid gap-2 sm:gap-4">
        {compared && pairs && hasFigures ? null : <SectionFailure />}
        <ComparisonChart
          tools={tools}
          onRemove={removeColumn}
          verdict={
            pairs?.length ? (
              <>
                <h2 className="sr-only">{compareWords.higherTitle}</h2>
                <HigherRated tools={tools} pairs={pairs} />
              </>
            ) : null
          }
        >
          <div className="grid items-end gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,28rem)_1fr]">
            <ToolPicker
              label={compareWords.add}
              excluded={selection}
              isFull={isFull}
              onPick={(tool) => showSelection(addTool(selection, tool.slug))}
            />
            <p
              ref={status}
              tabIndex={-1}
              role="status"
              className="text-sm text-soft outline-none sm:pb-2"
            >
              {isFull
                ? compareWords.full(COMPARED_MAX)
                : compareWords.selected(selection.length, COMPARED_MAX)}
            </p>
          </div>
        </ComparisonChart>
        {tools.length > 0 ? (
          <ComparisonTable tools={tools} facts={facts} capabilities={capabilities} />
        ) : null}
        {compared?.length === 0 ? <NoSelection examples={examples ?? []} /> : null}
      </div>
    </div>
  )
}
