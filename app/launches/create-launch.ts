import { plainMessage } from '../data/plain-message.ts'
import { getSupabase } from '../data/session.ts'
import * as dataWords from '../data/words.ts'
import type { LaunchInput } from './launch-schema.ts'
import * as submittingWords from './words/submitting.ts'

/** @returns what to say when it failed (spec 2 §8); nothing when it is done */
export async function createLaunch({
  tool,
  description,
  featured_image,
  ...launch
}: LaunchInput): Promise<string | undefined> {
  const supabase = await getSupabase()
  const { data, error: sessionError } = await supabase.auth.getUser()
  if (sessionError?.name === 'AuthRetryableFetchError') return dataWords.failureAwayAndKept
  if (!data.user) return submittingWords.outcomeSignedOut
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
  if (status === 0) return dataWords.failureAwayAndKept
  return plainMessage(error) || submittingWords.outcomeFailed
}
