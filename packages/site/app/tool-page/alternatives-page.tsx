import { data } from 'react-router'
import { type Site, siteContext } from '../data/site.ts'
import { readNumber } from '../shared/parameters.ts'
import { readRows } from '../tools/describe-facts.ts'
import { CompareBar } from '../tools/listing/compare-bar.tsx'
import { FilterBar } from '../tools/listing/filter-bar.tsx'
import { readFacets } from '../tools/listing/listing.ts'
import { readAliveFilter } from '../tools/listing/read-listing.ts'
import { ToolRows } from '../tools/listing/tool-list.tsx'
import { findTool } from '../tools/read-tool.ts'
import { type ToolDetail, toToolPath } from '../tools/tool.ts'
import { ToolNotFound } from '../tools/tool-not-found.tsx'
import * as detailWords from '../tools/words/detail.ts'
import * as listingWords from '../tools/words/listing.ts'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/alternatives-page'
import { readAlternatives } from './insight.ts'

/** The most that `tool_alternatives` returns. */
const SHOWN = 24

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const toPath = (slug: string) => `/tool/${slug}/alternatives`
  const tool = await findTool(site, params.toolId, request, toPath)
  if (!tool) throw data(null, { status: 404 })
  const parameters = new URL(request.url).searchParams
  const min_rating = readNumber(parameters, 'rating', 0, 5)
  const filters = { ...readFacets(parameters), ...(min_rating > 0 ? { min_rating } : {}) }
  const [reference, alternatives, alive] = await Promise.all([
    readRows(site, [tool]),
    readWithReasons(site, tool, filters),
    readAliveFilter(site, { facets: filters }),
  ])
  const isFiltered = Object.keys(filters).length > 0
  return { tool, reference: reference[0], alternatives, alive, isFiltered }
}

/** Reads the alternatives, each with what it shares with the tool. */
async function readWithReasons(
  site: Site,
  tool: ToolDetail,
  filters: Parameters<typeof readAlternatives>[2],
) {
  const alternatives = await readAlternatives(site, tool, { ...filters, how_many: SHOWN })
  if (alternatives.length === 0) return []
  // `tools` and `capabilities` are among the tags of the page.
  const { data: places } = await site.supabase
    .from('tools')
    .select('id, categories, capabilities(name)')
    .order('name', { referencedTable: 'capabilities' })
    .in(
      'id',
      alternatives.map(({ id }) => id),
    )
    .throwOnError()
  return alternatives.map((other) => {
    const place = places.find(({ id }) => id === other.id)
    const capabilities = shareNames(tool.capabilities, place?.capabilities)
    return {
      ...other,
      reason:
        capabilities.length > 0
          ? detailWords.sharedCapabilities(capabilities)
          : detailWords.sharedCategory(
              tool.categories.filter((name) => place?.categories.includes(name)),
            ),
    }
  })
}

const shareNames = (one: readonly { name: string }[], two: readonly { name: string }[] = []) =>
  one.map(({ name }) => name).filter((name) => two.some((other) => other.name === name))

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? pageMeta(matches, {
        title: detailWords.alternativesPageTitle(loaderData.tool.name),
        description: detailWords.description(loaderData.tool.name),
        path: `${toToolPath(loaderData.tool)}/alternatives`,
        image: `/pictures/share/tools/${loaderData.tool.id}`,
      })
    : pageMeta(matches, {
        title: detailWords.missing,
        description: detailWords.missingDescription,
        noIndex: true,
      })

/** All alternatives to a tool, each with the reason for its place (spec 3 §3.1). */
export default function AlternativesPage({
  loaderData: { tool, reference, alternatives, alive, isFiltered },
}: Route.ComponentProps) {
  const reasons = new Map(alternatives.map(({ id, reason }) => [id, reason]))
  return (
    <div className="page py-4 md:py-6">
      <h1 className="display text-title hyphens-auto wrap-anywhere">
        {detailWords.alternativesPageTitle(tool.name)}
      </h1>
      <p className="mt-1 mb-4 text-soft">
        {alternatives.length > 0 || isFiltered ? detailWords.intro : detailWords.othersNone}
      </p>
      {alternatives.length > 0 || isFiltered ? (
        <FilterBar
          listing={{ total: alternatives.length, isMore: false }}
          ratings={listingWords.RATINGS}
          facets={listingWords.FACETS}
          attributes={alive}
        />
      ) : null}
      {alternatives.length === 0 && isFiltered ? (
        <p role="status" className="mb-2 text-soft">
          {listingWords.allToolsNone}
        </p>
      ) : null}
      <h2 className="sr-only">{listingWords.listTitle}</h2>
      <ToolRows
        reference={reference}
        tools={alternatives}
        rank={`list=alternatives&of=${tool.slug}`}
        toMore={({ id }) => reasons.get(id)}
      />
      <CompareBar />
    </div>
  )
}

export const ErrorBoundary = ToolNotFound
