// Notices from the database: heard, and their gaps told, whatever happens to the connection.
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

test('each listener hears its own channel until it stops', async () => {
  const heard: string[] = []
  const hear = (channel: string) =>
    db.database.listen({ channel, onNotice: (payload) => heard.push(payload), onGap: () => {} })
  const stop = await hear('one')
  await hear('two')
  await db.asOwner("select pg_notify('one', 'a'), pg_notify('two', 'b'), pg_notify('three', 'c')")
  await expect.poll(() => [...heard].sort(), { timeout: 5000 }).toEqual(['a', 'b'])
  stop()
  await db.asOwner("select pg_notify('one', 'd'), pg_notify('two', 'e')")
  await expect.poll(() => heard, { timeout: 5000 }).toContain('e')
  expect(heard).not.toContain('d')
})

test.runIf(inject('engine') === 'postgres')(
  'a broken connection tells of the gap, and hears again',
  async () => {
    let gaps = 0
    const heard: string[] = []
    await db.database.listen({
      channel: 'kept',
      onNotice: (payload) => heard.push(payload),
      onGap: () => {
        gaps += 1
      },
    })
    await db.asOwner(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'toolmark listener' and datname = current_database()",
    )
    await expect.poll(() => gaps, { timeout: 5000 }).toBeGreaterThanOrEqual(2)
    await db.asOwner("select pg_notify('kept', 'after')")
    await expect.poll(() => heard, { timeout: 5000 }).toEqual(['after'])
  },
)
