import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../app/data/database.types.ts'

/** @returns those of the reviews that are not there */
export async function missingReviews(
  service: SupabaseClient<Database>,
  ids: readonly string[],
): Promise<string[]> {
  const lost: string[] = []
  for (let from = 0; from < ids.length; from += 100) {
    const asked = ids.slice(from, from + 100)
    const { data, error } = await service.from('reviews').select('id').in('id', asked)
    if (error) throw error
    const there = new Set(data.map(({ id }) => id))
    lost.push(...asked.filter((id) => !there.has(id)))
  }
  return lost
}

/** One tool and one review of it after the other, until the site is gone. */
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
