// Old messages of realtime.send and of processes are deleted; new ones stay.
import { afterEach, expect, inject, test, vi } from 'vitest'
import { sweepMessages } from '../../src/realtime/realtime.ts'
import { openTestDatabase } from '../support/databases/database.ts'

const HOUR_MS = 3_600_000

afterEach(() => {
  vi.useRealTimers()
})

test('messages of realtime.send are deleted after three days, those of processes after a minute', async () => {
  const db = await openTestDatabase()
  const errors: unknown[] = []
  await db.asOwner(`
    insert into realtime.messages (topic, extension, inserted_at) values
      ('old', 'broadcast', now() - interval '3 days 1 minute'),
      ('new', 'broadcast', now() - interval '2 days 23 hours');
    insert into realtime.bus_messages (payload, created_at) values
      ('old', now() - interval '61 seconds'), ('new', now())
  `)
  const readTopics = () => db.asOwner('select topic from realtime.messages order by topic')
  const readPayloads = () =>
    db.asOwner('select payload from realtime.bus_messages order by payload')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = sweepMessages(db.database, (error) => errors.push(error))
  vi.advanceTimersByTime(HOUR_MS)
  await expect.poll(readTopics).toEqual([{ topic: 'new' }])
  // PGlite has one process, which sends none.
  const left = inject('engine') === 'postgres' ? ['new'] : ['new', 'old']
  await expect.poll(readPayloads).toEqual(left.map((payload) => ({ payload })))
  stop()
  await db.asOwner("update realtime.messages set inserted_at = now() - interval '4 days'")
  vi.advanceTimersByTime(HOUR_MS)
  expect([await readTopics(), errors]).toEqual([[{ topic: 'new' }], []])
  await db.close()
})
