import type { Reader } from '../../data/cache-tags.ts'

export interface Successor {
  id: string
  name: string
  slug: string
}

/** @returns null without a successor, and if it is deleted or removed */
export async function readSuccessor(
  { supabase, tag }: Reader,
  id: string | null | undefined,
): Promise<Successor | null> {
  if (!id) return null
  const { data } = await supabase
    .from('tools')
    .select('id, name, slug')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  // A removed successor may return: that announces `tools`.
  tag(data ? `tool:${id}` : 'tools')
  return data
}
