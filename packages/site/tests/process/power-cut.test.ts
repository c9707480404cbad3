// After `kill -9` the site starts and has every acknowledged review.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { findMissingReviews, writeReviews } from '../support/backends/reviewers.ts'
import { copyPreparedData } from '../support/sites/prepared-data.ts'
import { createServiceClient, createTemporaryFolder, startSite } from '../support/sites/site.ts'

/** `npm run soak` sets 100. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 1)
const WRITERS = 4

test('kill -9 during writes loses no acknowledged review', async () => {
  const { folder, remove } = createTemporaryFolder()
  const dataDir = copyPreparedData(join(folder, 'data'))
  const acknowledged: string[] = []
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const site = await startSite({ DATA_DIR: dataDir })
      const service = await createServiceClient(site)
      expect(await findMissingReviews(service, acknowledged)).toEqual([])

      const email = `${crypto.randomUUID()}@people.example`
      const { data: created } = await service.auth.admin.createUser({ email, email_confirm: true })
      const writing = Array.from({ length: WRITERS }, () =>
        writeReviews(service, created.user?.id ?? '', acknowledged),
      )
      // Another moment in each round, always during writes.
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before)
      await pause((130 * round) % 700)
      await site.stop('SIGKILL')
      await Promise.all(writing)
    }
    const site = await startSite({ DATA_DIR: dataDir })
    const service = await createServiceClient(site)
    const lost = await findMissingReviews(service, acknowledged)
    const found = await service.from('reviews').select('id', { count: 'exact', head: true })
    const counted = await service
      .from('tools')
      .select('id', { count: 'exact', head: true })
      .eq('review_count', 1)
    await site.stop()
    console.info(`${ROUNDS} power cuts, ${acknowledged.length} acknowledged, ${lost.length} lost`)
    expect(lost).toEqual([])
    expect(counted.count).toBe(found.count)
  } finally {
    remove()
  }
}, 3_600_000)
