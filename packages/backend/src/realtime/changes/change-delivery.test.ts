import { expect, test } from 'vitest'
import { type Caller, DatabaseError, type Role } from '../../database/database.ts'
import { ChangeDelivery } from './change-delivery.ts'
import type { FeedReader } from './feed-reader.ts'
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

const ROW = { position: 1, record: '{"id":0}', isTooLarge: false, matches: [] }

function createSubscriber(sub: string) {
  const received: string[] = []
  const ends: [message: string, canRejoin: boolean][] = []
  const subscriber = new Subscriber(
    { role: 'authenticated', claims: { sub } },
    [{ event: '*', id: 1, tables: new Map([[1, 'public.notes']]), conditions: [] }],
    { onChange: (_ids, data) => received.push(data), onEnd: (...end) => ends.push(end) },
    { onCaller: () => {}, onClose: () => {} },
  )
  return { subscriber, received, ends }
}

/** Inserts of rows with the ids from 0. */
const createNotice = (count: number) => ({
  table: 1,
  changes: Array.from({ length: count }, (_, id) => {
    return { kind: 'INSERT' as const, at: '2026-01-02T03:04:05.678Z', key: `{"id":${id}}` }
  }),
  isIncomplete: false,
})

function createDelivery(
  read: (caller: Caller) => Promise<object[]>,
  subscribers: ReturnType<typeof createSubscriber>[],
  table = TABLE,
) {
  const logged: unknown[] = []
  const delivery = new ChangeDelivery({
    reader: { asReader: read as FeedReader['asReader'] },
    tables: { get: () => table },
    reload: async () => {},
    subscribers: new Set(subscribers.map(({ subscriber }) => subscriber)),
    log: (error) => logged.push(error),
  })
  return { delivery, logged }
}

test('a close waits for the reads under way and drops those that have not started', async () => {
  const ends: (() => void)[] = []
  const read = () =>
    new Promise<never[]>((resolve) => {
      ends.push(() => resolve([]))
    })
  const members = ['ana', 'ben', 'cleo', 'dan', 'eve'].map(createSubscriber)
  const { delivery, logged } = createDelivery(read, members)
  delivery.add(createNotice(120))
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

test('a lost connection ends the subscriptions of its read with canRejoin, and the others get the change', async () => {
  const [ana, ben] = [createSubscriber('ana'), createSubscriber('ben')]
  const lost = new DatabaseError('08006', 'Connection terminated')
  const read = async ({ claims }: Caller) => {
    if (claims.sub === 'ana') throw lost
    return [ROW]
  }
  const { delivery, logged } = createDelivery(read, [ana, ben])
  delivery.add(createNotice(1))
  await expect.poll(() => ben.received).toHaveLength(1)
  await delivery.close()
  const message =
    'Unable to deliver changes of public.notes. Exception: the database does not answer'
  expect([ana.ends, ben.ends]).toEqual([[[message, true]], []])
  expect(logged).toEqual([lost])
})

test.each<[string, Role[]]>([
  ['cannot select the table', ['authenticated']],
  ['fails to read the rows', ['authenticated', 'anon']],
])(
  'after a new token of one subscriber that %s the others get the change',
  async (_case, roles) => {
    const ends: (() => void)[] = []
    const read = ({ role, claims }: Caller) => {
      if (role === 'anon') return Promise.reject(new DatabaseError('P0001', 'no such reader'))
      if (claims.sub === 'ana') return Promise.resolve([ROW])
      return new Promise<object[]>((resolve) => {
        ends.push(() => resolve([ROW]))
      })
    }
    const [ben, cleo, ana, other] = [
      createSubscriber('ben'),
      createSubscriber('cleo'),
      createSubscriber('ana'),
      createSubscriber('ana'),
    ]
    const table = { ...TABLE, columns: TABLE.columns.map((column) => ({ ...column, roles })) }
    const { delivery } = createDelivery(read, [ben, cleo, ana, other], table)
    delivery.add(createNotice(1))
    // The read for `ana` waits for these two.
    await expect.poll(() => ends.length).toBe(2)
    ana.subscriber.setCaller({ role: 'anon', claims: {} })
    for (const end of ends) end()
    await expect.poll(() => other.received).toHaveLength(1)
    await delivery.close()
    expect([other.ends, ana.received]).toEqual([[], []])
  },
)

test('a read that fails does not end a subscriber that has a new token', async () => {
  const [ana, other] = [createSubscriber('ana'), createSubscriber('ana')]
  const read = async ({ claims }: Caller) => {
    if (claims.sub === 'ben') return [ROW]
    ana.subscriber.setCaller({ role: 'authenticated', claims: { sub: 'ben' } })
    throw new DatabaseError('P0001', 'no such reader')
  }
  const { delivery } = createDelivery(read, [ana, other])
  delivery.add(createNotice(1))
  await expect.poll(() => ana.received).toHaveLength(1)
  await delivery.close()
  const message = 'Unable to deliver changes of public.notes. Exception: no such reader'
  expect([ana.ends, other.ends]).toEqual([[], [[message, false]]])
})
