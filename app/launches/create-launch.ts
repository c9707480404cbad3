import { plainMessage } from '../data/plain-message.ts'
import { getSupabase } from '../data/session.ts'
import type { LaunchInput } from './launch-schema.ts'

/** @returns what to say when it failed (spec 2 §8); nothing when it is done */
export async function createLaunch({
  tool,
  description,
  featured_image,
  ...launch
}: LaunchInput): Promise<string | undefined> {
  const supabase = await getSupabase()
  const { data, error: sessionError } = await supabase.auth.getUser()
  if (sessionError?.name === 'AuthRetryableFetchError') return OFFLINE
  if (!data.user) return 'Not authenticated'
  const { error, status } = await supabase
    .from('product_launches')
    .insert({
      ...launch,
      description: description || null,
      featured_image: featured_image || null,
      tool_id: tool.id || null,
      user_id: data.user.id,
    })
    .select('id')
    .single()
  if (!error) return undefined
  if (status === 0) return OFFLINE
  return plainMessage(error) || 'Failed to create launch'
}

const OFFLINE = 'The network is away. What you wrote is kept: please try again in a moment.'
