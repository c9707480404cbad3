import { redirect } from 'react-router'
import type { Reader } from '../data/cache-tags.ts'
import { findNothing } from '../data/command-error.ts'
import { readTool } from './read-tool.ts'
import type { ToolDetail } from './tool.ts'

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
