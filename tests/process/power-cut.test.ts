// `kill -9` at any moment loses no acknowledged review, and the site always reopens.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { openKeys } from '../../backend/keys/keys.ts'
import { startSite, temporaryFolder } from '../support/site.ts'

const ROUNDS = 4

test('every acknowledged review is there after each of several power cuts', async () => {
  const { folder, remove } = temporaryFolder()
  const dataDir = join(folder, 'data')
  const acknowledged: string[] = []
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const site = await startSite({ DATA_DIR: dataDir })
      const { serviceKey } = await openKeys(join(dataDir, 'keys.json'))
      const service = createClient<Database>(site.url, serviceKey, {
        auth: { persistSession: false },
      })
      const { data: kept } = await service.from('reviews').select('id')
      expect(kept?.map(({ id }) => id).sort()).toEqual(
        expect.arrayContaining([...acknowledged].sort()),
      )

      const email = `${crypto.randomUUID()}@people.example`
      const { data: made } = await service.auth.admin.createUser({ email, email_confirm: true })
      const writing = write(service, made.user?.id ?? '', acknowledged)
      // Different moments each round, all of them in the middle of writes.
      await pause(150 + 130 * round)
      await site.stop('SIGKILL')
      await writing
    }
    const site = await startSite({ DATA_DIR: dataDir })
    const { serviceKey } = await openKeys(join(dataDir, 'keys.json'))
    const service = createClient<Database>(site.url, serviceKey, {
      auth: { persistSession: false },
    })
    const { data: kept } = await service.from('reviews').select('id')
    const { data: tools } = await service.from('tools').select('review_count')
    await site.stop()
    expect(acknowledged.length).toBeGreaterThan(ROUNDS)
    expect(kept?.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
    expect(tools?.reduce((sum, { review_count }) => sum + review_count, 0)).toBe(kept?.length)
  } finally {
    remove()
  }
})

/** One tool and one review of it after the other, until the power is cut. */
async function write(
  service: ReturnType<typeof createClient<Database>>,
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
