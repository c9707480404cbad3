import { sendCommand } from '../../data/command.ts'
import { getSupabase } from '../../session/session.ts'
import type { ToolInput } from './tool-schema.ts'

/**
 * @returns the id of the tool
 * @throws {CommandError} `conflict` if another tool has the same slug or website
 */
export async function createTool({ website_url, logo_url, ...tool }: ToolInput): Promise<string> {
  const supabase = await getSupabase()
  const { id } = await sendCommand(
    supabase
      .from('tools')
      .insert({
        ...tool,
        slug: toSlug(tool.name),
        website_url: website_url || null,
        logo_url: logo_url || null,
      })
      .select('id')
      .single(),
  )
  return id
}

/** Spec 2 §5; the database replaces it with its own (private.slugify). */
export const toSlug = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
