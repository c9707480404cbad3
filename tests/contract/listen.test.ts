// Notices from the database: heard, and their gaps told, whatever happens to the connection.
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openPostgres } from '../../backend/database/postgres.ts'
import { createPostgresCopy, openTestDatabase, type TestDatabase } from '../support/database.ts'

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

test('whoever begins to listen is told that something may have been missed', async () => {
  let gaps = 0
  const stop = await db.database.listen({
    channel: 'begun',
    onNotice: () => {},
    onGap: () => {
      gaps += 1
    },
  })
  expect(gaps).toBeGreaterThan(0)
  stop()
})

test.runIf(inject('engine') === 'postgres')(
  'listeners at the same time share a connection, and none outlives the database',
  async () => {
    const { url, drop } = await createPostgresCopy('template0')
    const watched = await openPostgres(url)
    const connections = async () =>
      (
        await watched.asOwner(
          "select from pg_stat_activity where application_name = 'toolmark listener' and datname = current_database()",
        )
      ).length
    const quiet = { onNotice: () => {}, onGap: () => {} }
    const listen = (channel: string) => watched.listen({ channel, ...quiet })
    await Promise.all(['one', 'two', 'three'].map(listen))
    expect(await connections()).toBe(1)
    const hasty = await openPostgres(url)
    const late = hasty.listen({ channel: 'late', ...quiet })
    await Promise.allSettled([hasty.close(), late])
    await expect.poll(connections).toBe(1)
    await expect(hasty.listen({ channel: 'later', ...quiet })).rejects.toThrow('closed')
    await watched.close()
    await drop()
  },
)

test.runIf(inject('engine') === 'postgres')(
  'a connection that is back reports one gap, and receives notices again',
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
    gaps = 0
    await db.endConnections('toolmark listener')
    await expect.poll(() => gaps, { timeout: 5000 }).toBe(1)
    await db.asOwner("select pg_notify('kept', 'after')")
    await expect.poll(() => heard, { timeout: 5000 }).toEqual(['after'])
  },
)
