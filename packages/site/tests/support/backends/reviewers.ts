import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../../app/data/database.types.ts'

/** @returns the ids that the site has no review of */
export async function findMissingReviews(
  service: SupabaseClient<Database>,
  ids: readonly string[],
): Promise<string[]> {
  const lost: string[] = []
  for (let from = 0; from < ids.length; from += 100) {
    const batch = ids.slice(from, from + 100)
    const { data, error } = await service.from('reviews').select('id').in('id', batch)
    if (error) throw error
    const found = new Set(data.map(({ id }) => id))
    lost.push(...batch.filter((id) => !found.has(id)))
  }
  return lost
}

/** Adds tools, each with a review, until a request fails. */
export async function writeReviews(
  service: SupabaseClient<Database>,
  userId: string,
  acknowledged: string[],
): Promise<void> {
  for (;;) {
    const name = `Tool ${crypto.randomUUID()}`
    const tool = await service
      .from('tools')
      .insert({ name, slug: '', description: 'd', category: 'HR' })
      .select('id')
      .single()
    if (tool.error) return
    const review = await service
      .from('reviews')
      .insert({
        tool_id: tool.data.id,
        user_id: userId,
        rating: 4,
        title: 't',
        content: 'Long enough.',
      })
      .select('id')
      .single()
    if (review.error) return
    acknowledged.push(review.data.id)
  }
}
