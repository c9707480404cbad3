import { redirect } from 'react-router'
import type { Reader } from '../data/cache-tags.ts'
import { findRow } from '../data/command-error.ts'
import { readPresentSlugs } from '../data/present-slugs.ts'
import type { ReviewSummary } from '../data/rpc-results.ts'
import { isToolId } from '../shared/initials.ts'
import { TOOL_WITH_FACTS_COLUMNS, type ToolDetail } from './tool.ts'

/**
 * Reads a tool by its id or slug in any case, or by one that it had: whatever has the address of a tool follows its
 * rename and its merge (spec 4 §2).
 */
export async function readTool(reader: Reader, idOrSlug: string): Promise<ToolDetail | null> {
  const tool = await readListedTool(reader, idOrSlug)
  if (tool) return tool
  // A missing tool has the tag `tools` already, which a rename and a merge announce.
  const [slug] = await readPresentSlugs(reader, [idOrSlug])
  return slug && slug !== idOrSlug ? readListedTool(reader, slug) : null
}

async function readListedTool(
  { supabase, tag }: Reader,
  idOrSlug: string,
): Promise<ToolDetail | null> {
  const query = supabase
    .from('tools')
    .select(
      `${TOOL_WITH_FACTS_COLUMNS}, categories, more_categories, aliases, former_names, created_at, rating_counts, capabilities(slug, name), tool_makers(company_id, method, verified_on, proof, is_paused, is_sample, companies(name))` as const,
    )
  const data = await findRow(
    (isToolId(idOrSlug) ? query.eq('id', idOrSlug) : query.eq('slug', idOrSlug.toLowerCase()))
      .order('name', { referencedTable: 'capabilities' })
      .maybeSingle(),
  )
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
 * @throws {Response} 301 to the same page at the tool's present slug
 */
export async function findTool(
  reader: Reader,
  idOrSlug: string,
  request: Request,
  toPath: (slug: string) => string,
): Promise<ToolDetail | null> {
  const tool = await readTool(reader, idOrSlug)
  if (!tool || [tool.id, tool.slug].includes(idOrSlug.toLowerCase())) return tool
  // The page cache sends it with `no-cache`, because a merge can be undone.
  throw redirect(`${toPath(tool.slug)}${new URL(request.url).search}`, 301)
}
