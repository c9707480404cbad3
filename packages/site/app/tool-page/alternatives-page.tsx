import { data, Link } from 'react-router'
import { type Site, siteContext } from '../data/site.ts'
import { findTool } from '../tools/read-tool.ts'
import { type ToolDetail, toToolPath } from '../tools/tool.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { ToolNotFound } from '../tools/tool-not-found.tsx'
import * as detailWords from '../tools/words/detail.ts'
import { Rich } from '../ui/format/rich-text.tsx'
import { RankLink } from '../ui/links.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import { Rating } from '../ui/stars.tsx'
import type { Route } from './+types/alternatives-page'
import { readAlternatives } from './insight.ts'

/** The most that `tool_alternatives` returns. */
const SHOWN = 24

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const toPath = (slug: string) => `/tool/${slug}/alternatives`
  const tool = await findTool(site, params.toolId, request, toPath)
  if (!tool) throw data(null, { status: 404 })
  return { tool, alternatives: await readWithReasons(site, tool) }
}

/** Reads the alternatives, each with what it shares with the tool. */
async function readWithReasons(site: Site, tool: ToolDetail) {
  const alternatives = await readAlternatives(site, tool, SHOWN)
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
  loaderData: { tool, alternatives },
}: Route.ComponentProps) {
  return (
    <div className="page max-w-4xl py-8">
      <header className="flex flex-wrap items-center gap-4">
        <ToolLogo id={tool.id} name={tool.name} size={56} />
        <div className="min-w-0 flex-1">
          <h1 className="display text-title hyphens-auto wrap-anywhere">
            {detailWords.alternativesPageTitle(tool.name)}
          </h1>
          <Link
            to={toToolPath(tool)}
            className="inline-block py-1 text-link wrap-anywhere hover:underline"
          >
            <Rich text={detailWords.back} parts={{ tool: tool.name }} />
          </Link>
        </div>
      </header>
      <p className="mt-4 text-soft">
        {alternatives.length > 0 ? detailWords.intro : detailWords.othersNone}
      </p>
      <ol className="mt-6 grid gap-3">
        {alternatives.map((other, at) => (
          <li key={other.id} className="panel panel-link relative flex gap-3 p-3 sm:gap-4 sm:p-5">
            <span
              className="figure w-7 shrink-0 self-start text-lg text-soft sm:w-10 sm:text-2xl"
              aria-hidden
            >
              {at + 1}
            </span>
            <ToolLogo id={other.id} name={other.name} />
            <div className="grid min-w-0 flex-1 gap-1">
              <h2 className="font-semibold wrap-anywhere">
                <Link
                  to={toToolPath(other)}
                  className="after:absolute after:inset-0 after:rounded-card"
                >
                  {other.name}
                </Link>
              </h2>
              <p className="text-sm wrap-anywhere">{other.reason}</p>
              <p className="line-clamp-2 text-sm text-soft wrap-anywhere sm:line-clamp-none">
                {other.description}
              </p>
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pt-1">
                <Rating rating={other.rating_average} reviews={other.review_count} />
                <RankLink
                  item={`list=alternatives&of=${tool.slug}&tool=${other.slug}`}
                  name={other.name}
                />
              </div>
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}

export const ErrorBoundary = ToolNotFound
