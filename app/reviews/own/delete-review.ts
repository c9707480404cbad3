import { requireUserId, sendCommand } from '../../data/command.ts'
import { getSupabase } from '../../session/session.ts'

/** @throws {CommandError} */
export async function deleteReview(id: string): Promise<void> {
  const supabase = await getSupabase()
  const userId = await requireUserId(supabase)
  await sendCommand(supabase.from('reviews').delete().eq('id', id).eq('user_id', userId))
}
