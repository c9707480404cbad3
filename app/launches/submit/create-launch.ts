import { requireCurrentUserId, sendCommand } from '../../data/command.ts'
import { getSupabase } from '../../session/session.ts'
import type { LaunchInput } from './launch-schema.ts'

/**
 * @returns the id of the launch
 * @throws {CommandError}
 */
export async function createLaunch({
  tool,
  description,
  featured_image,
  ...launch
}: LaunchInput): Promise<string> {
  const supabase = await getSupabase()
  const user_id = await requireCurrentUserId(supabase)
  const { id } = await sendCommand(
    supabase
      .from('product_launches')
      .insert({
        ...launch,
        description: description || null,
        featured_image: featured_image || null,
        tool_id: tool.id || null,
        user_id,
      })
      .select('id')
      .single(),
  )
  if (!id) throw new Error('the server returned a launch without its id')
  return id
}
