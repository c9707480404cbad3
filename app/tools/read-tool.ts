import { redirect } from 'react-router'
import type { Reader } from '../data/cache-tags.ts'
import { findNothing } from '../data/command-error.ts'
import type { ReviewSummary } from '../data/rpc-results.ts'
import { isToolId } from '../shared/initials.ts'
import { TOOL_WITH_FACTS_COLUMNS, type ToolDetail } from './tool.ts'

/** @param idOrSlug a part of the URL; a slug is converted to lower case */
export async function readTool(
  { supabase, tag }: Reader,
  idOrSlug: string,
): Promise<ToolDetail | null> {
  const query = supabase
    .from('tools')
    .select(
      `${TOOL_WITH_FACTS_COLUMNS}, categories, aliases, created_at, capabilities(slug, name), tool_makers(company_id, method, verified_on, is_sample, companies(name))` as const,
    )
  const { data } = await (isToolId(idOrSlug)
    ? query.eq('id', idOrSlug)
    : query.eq('slug', idOrSlug.toLowerCase())
  )
    .order('name', { referencedTable: 'capabilities' })
    .maybeSingle()
    .throwOnError()
    .then(null, findNothing)
  tag(data ? `tool:${data.id}` : 'tools', 'capabilities')
  if (data?.tool_makers) tag(`company:${data.tool_makers.company_id}`)
  return data
}

/** What a tool can be used for, and how many of its reviewers do so. */
export interface ToolUse {
  slug: string
  name: string
  reviewers: number
}

/** @returns the reviewers by the slug of a use; without those of no reviewer (spec 5 §1) */
export async function readReviewersByUse(
  { supabase, tag }: Reader,
  toolId: string,
): Promise<ReadonlyMap<string, number>> {
  tag(`reviews:${toolId}`, `tool:${toolId}`, 'capabilities')
  const { data } = await supabase.rpc('tool_capability_figures', { tool: toolId }).throwOnError()
  return new Map(data.map(({ slug, reviewers }) => [slug, reviewers]))
}

export async function readSummary(
  { supabase, tag }: Reader,
  toolId: string,
): Promise<ReviewSummary> {
  tag(`reviews:${toolId}`)
  const { data } = await supabase.rpc('tool_review_summary', { tool: toolId }).throwOnError()
  return data
}

/**
 * Reads the tool of a page.
 * @param idOrSlug a part of the URL
 * @param toPath the page's path for a slug
 * @returns null if there is no such tool
 * @throws {Response} 301 to the same page of the tool that had this slug, or that the tool with this
 * slug was merged into (spec 4 §2)
 */
export async function findTool(
  reader: Reader,
  idOrSlug: string,
  request: Request,
  toPath: (slug: string) => string,
): Promise<ToolDetail | null> {
  const tool = await readTool(reader, idOrSlug)
  if (tool) return tool
  const slug = await readNewSlug(reader, idOrSlug)
  // The page cache sends it with `no-cache`, because a merge can be undone.
  if (slug) throw redirect(`${toPath(slug)}${new URL(request.url).search}`, 301)
  return null
}

/** A missing tool has the tag `tools` already, which a new redirect announces. */
async function readNewSlug({ supabase }: Reader, oldSlug: string): Promise<string | undefined> {
  const { data } = await supabase
    .from('tool_redirects')
    .select('tools(slug)')
    .eq('slug', oldSlug.toLowerCase())
    .maybeSingle()
    .throwOnError()
    .then(null, findNothing)
  return data?.tools.slug
}
