import { requireUserId, sendCommand } from '../data/command.ts'
import { getSupabase } from '../session/session.ts'
import type { LaunchInput } from './launch-schema.ts'

/** @throws {CommandError} */
export async function createLaunch({
  tool,
  description,
  featured_image,
  ...launch
}: LaunchInput): Promise<void> {
  const supabase = await getSupabase()
  const user_id = await requireUserId(supabase)
  await sendCommand(
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
}
