// `kill -9` at any moment loses no acknowledged review, and the site always reopens.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { openKeys } from '../../backend/keys/keys.ts'
import { startSite, temporaryFolder } from '../support/site.ts'

/** `npm run soak` asks for a hundred. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 4)
const WRITERS = 4

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
      expect(await missing(service, acknowledged)).toEqual([])

      const email = `${crypto.randomUUID()}@people.example`
      const { data: made } = await service.auth.admin.createUser({ email, email_confirm: true })
      const writing = Array.from({ length: WRITERS }, () =>
        write(service, made.user?.id ?? '', acknowledged),
      )
      // Different moments each round, all of them in the middle of writes.
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before)
      await pause((130 * round) % 700)
      await site.stop('SIGKILL')
      await Promise.all(writing)
    }
    const site = await startSite({ DATA_DIR: dataDir })
    const { serviceKey } = await openKeys(join(dataDir, 'keys.json'))
    const service = createClient<Database>(site.url, serviceKey, {
      auth: { persistSession: false },
    })
    const lost = await missing(service, acknowledged)
    const kept = await service.from('reviews').select('id', { count: 'exact', head: true })
    const counted = await service
      .from('tools')
      .select('id', { count: 'exact', head: true })
      .eq('review_count', 1)
    await site.stop()
    console.info(`${ROUNDS} power cuts, ${acknowledged.length} acknowledged, ${lost.length} lost`)
    expect(lost).toEqual([])
    expect(counted.count).toBe(kept.count)
  } finally {
    remove()
  }
}, 3_600_000)

/** @returns those of the reviews that are not there */
async function missing(
  service: ReturnType<typeof createClient<Database>>,
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
