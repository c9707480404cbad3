import { expect, test } from 'vitest'
import type { Database } from '../../database/database.ts'
import { ChangeDelivery } from './change-delivery.ts'
import type { PublishedTable } from './published-tables.ts'
import { Subscriber } from './subscriber.ts'

const TABLE: PublishedTable = {
  oid: 1,
  schema: 'public',
  name: 'notes',
  columns: [
    { name: 'id', type: 'int4', sqlType: 'integer', isKey: true, roles: ['authenticated'] },
  ],
  hasTriggers: true,
}

const subscriberOf = (sub: string) =>
  new Subscriber(
    { role: 'authenticated', claims: { sub } },
    [{ event: '*', id: 1, tables: new Set([1]), conditions: [] }],
    { onChange: () => {}, onEnd: () => {} },
    { onCaller: () => {}, onClose: () => {} },
  )

test('a close waits for the reads under way and drops those that have not started', async () => {
  const ends: (() => void)[] = []
  const read = () =>
    new Promise<never[]>((resolve) => {
      ends.push(() => resolve([]))
    })
  const logged: unknown[] = []
  const delivery = new ChangeDelivery({
    database: { asReader: read as Database['asReader'] },
    tables: { get: () => TABLE },
    reload: async () => {},
    subscribers: new Set(['ana', 'ben', 'cleo', 'dan', 'eve'].map(subscriberOf)),
    log: (error) => logged.push(error),
  })
  const changes = Array.from({ length: 120 }, (_, id) => {
    return { kind: 'INSERT' as const, at: '2026-01-02T03:04:05.678Z', key: `{"id":${id}}` }
  })
  delivery.add({ table: 1, changes, isIncomplete: false })
  await expect.poll(() => ends.length).toBe(2)
  let isClosed = false
  const closing = delivery.close().then(() => {
    isClosed = true
  })
  ends[0]?.()
  await new Promise(setImmediate)
  expect([isClosed, ends.length]).toEqual([false, 2])
  ends[1]?.()
  await closing
  expect(ends).toHaveLength(2)
  expect(logged).toEqual([])
})
