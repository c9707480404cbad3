import type { Reader } from '../data/cache-tags.ts'
import { findRow } from '../data/command-error.ts'

/** A use of tools, such as "Kanban boards". */
export interface Capability {
  slug: string
  name: string
  tool_count: number
}

export async function readCapability({ supabase, tag }: Reader, slug: string) {
  tag('capabilities')
  return findRow(
    supabase
      .from('capabilities')
      .select('slug, name, category, description, synonyms, tool_count')
      .eq('slug', slug)
      .maybeSingle(),
  )
}

/** The slug of the capability that one with this former slug is part of now. */
export async function readMergedInto({ supabase }: Reader, slug: string) {
  const data = await findRow(
    supabase.from('capability_redirects').select('capability').eq('slug', slug).maybeSingle(),
  )
  return data?.capability
}

/** The capabilities that tools with this one often have. */
export async function readRelated({ supabase, tag }: Reader, slug: string): Promise<Capability[]> {
  tag('capabilities', 'tools')
  const { data } = await supabase.rpc('related_capabilities', { capability: slug }).throwOnError()
  return data
}

/** Reads the capabilities with at least four reviewed tools, the most reviewed first, and the ids of up to five tools of each. */
export async function readReviewedCapabilities({ supabase, tag }: Reader) {
  tag('capabilities', 'tools', 'throttled:tool-ratings')
  return (await supabase.rpc('reviewed_capabilities').throwOnError()).data
}

/** The capabilities of each category that has one, in the order of the categories. */
export async function readCapabilities({ supabase, tag }: Reader) {
  tag('capabilities', 'categories', 'tools')
  const { data } = await supabase
    .from('categories')
    .select('name, capabilities(slug, name, tool_count)')
    .order('position')
    .order('name', { referencedTable: 'capabilities' })
    .throwOnError()
  return data.filter(({ capabilities }) => capabilities.length > 0)
}
