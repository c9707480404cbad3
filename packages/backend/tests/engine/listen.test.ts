// Notifications of the database: delivery to listeners, and reports of gaps.
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { openPostgres } from '../../src/database/engines/postgres.ts'
import { prepareReads } from '../../src/database/pool/pipelined-read.ts'
import { PooledDatabase } from '../../src/database/pool/pooled-database.ts'
import { createPostgresCopy, shareTestDatabase } from '../support/databases/database.ts'

const db = await shareTestDatabase()

test('each listener receives notifications of its channel until it stops', async () => {
  const received: string[] = []
  const listen = (channel: string) =>
    db.database.listen({ channel, onNotice: (payload) => received.push(payload), onGap: () => {} })
  const stop = await listen('one')
  await listen('two')
  await db.asOwner("select pg_notify('one', 'a'), pg_notify('two', 'b'), pg_notify('three', 'c')")
  await expect.poll(() => [...received].sort(), { timeout: 5000 }).toEqual(['a', 'b'])
  stop()
  await db.asOwner("select pg_notify('one', 'd'), pg_notify('two', 'e')")
  await expect.poll(() => received, { timeout: 5000 }).toContain('e')
  expect(received).not.toContain('d')
})

test.runIf(inject('engine') === 'postgres')(
  'listeners share one connection, which closes with the database',
  async () => {
    const { url, drop } = await createPostgresCopy('template0')
    const database = await openPostgres(url)
    const countConnections = async () =>
      (
        await database.asOwner(
          "select from pg_stat_activity where application_name = 'toolmark listener' and datname = current_database()",
        )
      ).length
    const handlers = { onNotice: () => {}, onGap: () => {} }
    const listen = (channel: string) => database.listen({ channel, ...handlers })
    await Promise.all(['one', 'two', 'three'].map(listen))
    expect(await countConnections()).toBe(1)
    const closing = await openPostgres(url)
    const late = closing.listen({ channel: 'late', ...handlers })
    await Promise.allSettled([closing.close(), late])
    await expect.poll(countConnections).toBe(1)
    await expect(closing.listen({ channel: 'later', ...handlers })).rejects.toThrow('closed')
    await database.close()
    await drop()
  },
)

test.runIf(inject('engine') === 'postgres')(
  'after a reconnect the listener gets one gap report and receives notifications',
  async () => {
    let gaps = 0
    const received: string[] = []
    await db.database.listen({
      channel: 'reconnect',
      onNotice: (payload) => received.push(payload),
      onGap: () => {
        gaps += 1
      },
    })
    gaps = 0
    await db.endConnections('toolmark listener')
    await expect.poll(() => gaps, { timeout: 5000 }).toBe(1)
    await db.asOwner("select pg_notify('reconnect', 'after')")
    await expect.poll(() => received, { timeout: 5000 }).toEqual(['after'])
  },
)

test.runIf(inject('engine') === 'postgres')(
  'a change waits for its notifications, and a read does not',
  async () => {
    const { url, drop } = await createPostgresCopy()
    let flushes = 0
    const afterCommit = async () => {
      flushes += 1
    }
    const pool = new pg.Pool({ connectionString: url, pipeline: true, onConnect: prepareReads })
    const database = new PooledDatabase('postgres', pool, {
      listen: () => Promise.reject(new Error('not used')),
      afterCommit,
      engineTimeoutMs: 0,
      canShareReads: false,
    })
    const service = { role: 'service_role' as const, claims: {} }
    await database.asOwner('create table things (name text); grant all on things to service_role')
    flushes = 0
    const read = 'select name from things'
    const change = "insert into things values ('A')"
    await database.as(service, read)
    await database.asReader(service, read)
    await database.asOwner(read)
    await database.transactionAs(service, ({ query }) => query(read))
    await database.transactionAsOwner(({ query }) => query(read))
    expect(flushes).toBe(0)
    await database.as(service, change)
    await database.asOwner(change)
    await database.transactionAs(service, ({ query }) => query(change))
    await database.transactionAsOwner(({ query }) => query(change))
    expect(flushes).toBe(4)
    await database.close()
    await drop()
  },
)
