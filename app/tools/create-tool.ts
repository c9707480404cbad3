import { getSupabase } from '../data/session.ts'
import type { ToolInput } from './tool-schema.ts'

/** `listed`: another has its slug or its website already. */
type Outcome = 'added' | 'listed' | 'signed-out' | 'failed'

export async function addTool({ website_url, logo_url, ...tool }: ToolInput): Promise<Outcome> {
  const supabase = await getSupabase()
  const { error, status } = await supabase.from('tools').insert({
    ...tool,
    slug: slugOf(tool.name),
    website_url: website_url || null,
    logo_url: logo_url || null,
  })
  if (!error) return 'added'
  if (error.code === '23505') return 'listed'
  return status === 401 ? 'signed-out' : 'failed'
}

/** Spec 2 §5; the database derives it again and decides. */
export const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
