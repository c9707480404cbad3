// Changed rows as each subscriber may see them, and requests that are refused.
import { describe, expect, test } from 'vitest'
import {
  ANON,
  createCaller,
  SERVICE,
  summarize,
  type TestSubscription,
  withChangeFeed,
} from '../../support/backends/change-feed.ts'

const here = withChangeFeed()
const { open, publish, subscribe, flushChanges } = here

describe('rights', () => {
  test('each subscriber receives the rows that they may read', async () => {
    const [ana, ben] = [crypto.randomUUID(), crypto.randomUUID()]
    const callers = { anon: ANON, ana: createCaller(ana), ben: createCaller(ben), service: SERVICE }
    const subscriptions = await Promise.all(
      Object.values(callers).map((caller) => subscribe({ event: 'INSERT' }, caller)),
    )
    await here.db.asOwner`insert into notes (id, owner) values (1, null), (2, ${ana}), (3, ${ben})`
    await flushChanges()
    const ids = subscriptions.map(({ received }) => received.map(({ data }) => data.record?.id))
    expect(ids.map((list) => list.sort())).toEqual([[1], [1, 2], [1, 3], [1, 2, 3]])
  })

  test('a column without the privilege is missing from the columns and the record', async () => {
    const anonymous = await subscribe()
    const service = await subscribe({}, SERVICE)
    await here.db.asOwner("insert into notes (id, secret) values (1, 'hidden')")
    await flushChanges()
    expect(anonymous.received[0]?.text).not.toMatch(/secret|hidden/)
    expect(service.received[0]?.data.record).toHaveProperty('secret', 'hidden')
    expect(service.received[0]?.data.columns?.map(({ name }) => name)).toContain('secret')
  })

  test('the deletion of a private row delivers its key, as on Supabase', async () => {
    await here.db.asOwner('insert into notes (id, owner) values (1, $1)', [crypto.randomUUID()])
    const notes = await subscribe()
    await here.db.asOwner('delete from notes')
    await flushChanges()
    expect(summarize(notes)).toEqual([['DELETE', undefined, { id: 1 }]])
  })

  test('after a new token the rows are read with it', async () => {
    const ana = crypto.randomUUID()
    const notes = await subscribe({}, createCaller(ana))
    await here.db.asOwner('insert into notes (id, owner) values (1, $1)', [ana])
    await flushChanges()
    notes.setCaller(ANON)
    await here.db.asOwner('insert into notes (id, owner) values (2, $1), (3, null)', [ana])
    await flushChanges()
    expect(notes.received.map(({ data }) => data.record?.id)).toEqual([1, 3])
  })

  test('a privilege that is revoked ends the delivery of rows', async () => {
    const anonymous = await subscribe({ event: 'UPDATE' })
    const service = await subscribe({ event: 'UPDATE' }, SERVICE)
    await here.db.asOwner('insert into notes (id) values (1)')
    await here.db.asOwner('revoke select (body) on notes from anon')
    await here.db.asOwner("update notes set body = 'a'")
    await flushChanges()
    await here.db.asOwner("update notes set body = 'b'")
    await flushChanges()
    await here.db.asOwner('grant select (body) on notes to anon')
    expect(JSON.stringify(anonymous.received)).not.toContain('body')
    expect(service.received).toHaveLength(2)
  })

  test('a key without the privilege, and a table without a key, deliver the error of Supabase', async () => {
    await here.db.asOwner(`
      create table hidden_keys (id int primary key, name text);
      grant select (name) on hidden_keys to anon;
      create table keyless (name text);
      grant select on keyless to anon;
      alter publication supabase_realtime add table hidden_keys, keyless`)
    const hidden = await subscribe({ table: 'hidden_keys' })
    const keyless = await subscribe({ table: 'keyless' })
    await here.db.asOwner("insert into hidden_keys values (1, 'a')")
    await here.db.asOwner("insert into keyless values ('a'), ('b')")
    await flushChanges()
    const errorsOf = ({ received }: TestSubscription) => received.map(({ data }) => data.errors)
    expect(errorsOf(hidden)).toEqual([['Error 401: Unauthorized']])
    expect(errorsOf(keyless)).toEqual([['Error 400: Bad Request, no primary key']])
    await here.db.asOwner('drop table hidden_keys, keyless')
  })

  test('a record of more than 64 KB has its short values and the error of Supabase', async () => {
    const notes = await subscribe()
    await here.db.asOwner("insert into notes (id, body) values (1, repeat('x', 70000))")
    await flushChanges()
    const [{ data } = { data: undefined }] = notes.received
    expect(data?.record).toEqual({ id: 1, owner: null })
    expect(data?.errors).toEqual(['Error 413: Payload Too Large'])
  })
})

describe('tables', () => {
  test.each([
    { table: 'missing' },
    { schema: 'missing' },
    { table: 'tools' },
    { schema: 'private', table: '*' },
  ])('%j is refused in the words of Supabase', async (request) => {
    const { schema = 'public', table = 'notes' } = request
    const error = await subscribe(request).catch((reason: unknown) => reason)
    expect(here.feed.isRequestError(error)).toBe(true)
    expect(String(error)).toContain(
      `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [event: *, schema: ${schema}, table: ${table}, filters: []]`,
    )
  })

  test('a table without privileges is refused for the role that lacks them', async () => {
    await here.db.asOwner('revoke select (id, owner, body) on notes from anon')
    await expect(subscribe()).rejects.toThrow('Please check Realtime is enabled')
    await here.db.asOwner('grant select (id, owner, body) on notes to anon')
    await subscribe()
  })

  test.each([{ table: '*' }, { schema: '*', table: '*' }])(
    '%j delivers the changes of every table',
    async (request) => {
      const all = await subscribe(request)
      const { table, ...withoutTable } = { event: '*' as const, schema: 'public', ...request }
      const received: string[] = []
      const listener = {
        onChange: (_ids: number[], data: string) => received.push(data),
        onEnd: () => {},
      }
      open.push(await here.feed.subscribe(ANON, [withoutTable], listener))
      await here.db.asOwner('insert into notes (id) values (1)')
      await flushChanges()
      const tables = all.received.map(({ data }) => data.table)
      expect(tables).toEqual(['notes', 'markers'])
      expect(received).toHaveLength(2)
    },
  )

  test('names that need quotes', async () => {
    await publish(`"Odd ""table'"`, `"the ""id'" int primary key, "a b" text`)
    const odd = await subscribe({ table: `Odd "table'`, filter: 'a b=eq.x' })
    await here.db.asOwner(`insert into "Odd ""table'" values (1, 'x'), (2, 'y')`)
    await flushChanges()
    expect(odd.received.map(({ data }) => data.record)).toEqual([{ 'the "id\'': 1, 'a b': 'x' }])
  })
})
