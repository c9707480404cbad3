// Connections to the database that break in the middle of work: a clear answer, nothing doubled,
// nothing half-written, and no restart.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openPostgres } from '../../backend/database/postgres.ts'
import { startTestBackend, type TestBackend } from '../support/backend.ts'
import { createPostgresCopy } from '../support/database.ts'

// The driver warns once of what its next version refuses.
const warnings: string[] = []
process.on('warning', ({ message }) => warnings.push(message))

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.close())

test.runIf(inject('engine') === 'postgres')('under load', async () => {
  const service = { apikey: backend.serviceKey, 'Content-Type': 'application/json' }
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  const refusals = new Set<string>()
  let isDone = false
  const write = async () => {
    while (!isDone) {
      const name = `Tool ${crypto.randomUUID()}`
      const response = await fetch(`${backend.url}/rest/v1/tools`, {
        method: 'POST',
        headers: service,
        body: JSON.stringify({ name, description: 'd', category: 'HR' }),
      })
      statuses.add(response.status)
      if (response.status === 201) acknowledged.push(name)
      else refusals.add(await response.text())
    }
  }
  const writing = Promise.all([write(), write(), write(), write()])
  try {
    for (let round = 0; round < 8; round += 1) {
      const written = acknowledged.length
      await expect.poll(() => acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(written)
      await backend.db.endConnections()
    }
  } finally {
    isDone = true
  }
  await writing
  expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])
  expect([...refusals].filter((text) => !text.includes('cannot be reached at the moment'))).toEqual(
    [],
  )
  // A connection that was ended at last may still be in the pool.
  await expect.poll(() => backend.db.asOwner('select 1').catch(() => [])).toHaveLength(1)
  const rows = await backend.db.asOwner('select name, count(*) as times from tools group by name')
  const times = new Map(rows.map((row) => [row.name, row.times]))
  expect(acknowledged.filter((name) => times.get(name) !== 1)).toEqual([])
  expect((await fetch(`${backend.url}/rest/v1/tools?limit=1`, { headers: service })).status).toBe(
    200,
  )
})

test.runIf(inject('engine') === 'postgres')(
  'a server that falls silent is given up, and found again',
  async () => {
    const { url, drop } = await createPostgresCopy()
    const { hostname, port } = new URL(url)
    const pairs: [Socket, Socket][] = []
    const between = createServer((near) => {
      const far = connect(Number(port), hostname)
      for (const end of [near, far]) end.on('error', () => {})
      near.pipe(far).pipe(near)
      near.on('close', () => far.destroy())
      pairs.push([near, far])
    })
    between.listen(0, '127.0.0.1')
    await once(between, 'listening')
    const address = between.address()
    const through = new URL(url)
    through.port = String(typeof address === 'object' && address ? address.port : 0)
    const database = await openPostgres(through.href, 200)
    const ask = () => database.as(anonymous, 'select 1 as one')
    // Two at once, for two connections.
    await Promise.all([ask(), ask()])
    for (const [near, far] of pairs) {
      near.unpipe(far)
      far.unpipe(near)
    }
    const begun = performance.now()
    const refused = { reason: { code: '08006' } }
    const read = database.asReader(anonymous, 'select 1 as one')
    expect(await Promise.allSettled([ask(), read])).toMatchObject([refused, refused])
    expect(performance.now() - begun).toBeLessThan(5000)
    expect(await ask()).toEqual([{ one: 1 }])
    await database.close()
    between.close()
    await drop()
  },
)

const anonymous = { role: 'anon' as const, claims: {} }

test('a connection that is replaced knows nothing of what the one before it had prepared', async () => {
  const { database } = backend.db
  for (let round = 0; round < 3; round += 1) {
    await expect(
      database.as(anonymous, "do $$ begin raise sqlstate '57P01'; end $$"),
    ).rejects.toMatchObject({ code: '08006' })
    expect(await database.as(anonymous, 'select 1 as one')).toEqual([{ one: 1 }])
  }
})

test('a fault of ours in the protocol is no lost connection', async () => {
  await expect(backend.db.asOwner('select $1::int + $2::int', [1])).rejects.toMatchObject({
    code: '08P01',
  })
})

test('more values than the protocol can count are refused by their number', async () => {
  const values = Array.from({ length: 65_537 }, () => 1)
  await expect(
    backend.db.database.as(anonymous, 'select $1::int as one', values),
  ).rejects.toMatchObject({
    code: '54023',
    message: 'a statement takes at most 65535 values, and was given 65537',
  })
  expect(await backend.db.database.as(anonymous, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('whatever texts are asked for, a connection remembers few of them', async () => {
  const counts: number[] = []
  for (let text = 0; text < 400; text += 1) {
    for (let times = 0; times < 3; times += 1) {
      const rows = await backend.db.database.as(anonymous, `select ${text} as it`)
      expect(rows).toEqual([{ it: text }])
    }
    if (text % 20 !== 19) continue
    const [row] = await backend.db.asOwner('select count(*) as count from pg_prepared_statements')
    counts.push(Number(row?.count))
  }
  expect(Math.max(...counts)).toBeLessThanOrEqual(302)
  expect(counts.at(-1)).toBeLessThan(150)
})

test('what one transaction sets for its connection, the next does not find', async () => {
  const { database } = backend.db
  await database.transactionAsOwner(({ query }) =>
    query(
      `select set_config('response.headers', '[{"X-Leak": "yes"}]', false),
              set_config('response.status', '418', false), set_config('timezone', 'Asia/Tokyo', false)`,
    ),
  )
  expect(
    await database.as(
      anonymous,
      `select nullif(current_setting('response.headers', true), '') as headers,
              nullif(current_setting('response.status', true), '') as status,
              current_setting('timezone') as timezone`,
    ),
  ).toEqual([{ headers: null, status: null, timezone: 'UTC' }])
})

test('several begin to listen on one connection at once, and nobody warns of it', async () => {
  const heard: string[] = []
  const stops = await Promise.all(
    ['one', 'two', 'three'].map((channel) =>
      backend.db.database.listen({
        channel,
        onNotice: (payload) => heard.push(payload),
        onGap: () => {},
      }),
    ),
  )
  for (const channel of ['one', 'two', 'three'])
    await backend.db.asOwner('select pg_notify($1, $1)', [channel])
  await expect.poll(() => heard).toEqual(['one', 'two', 'three'])
  for (const stop of stops) stop()
  expect(warnings).toEqual([])
})

test('nor what a read sets, whose statement may come again by its name', async () => {
  const { database } = backend.db
  await database.asOwner(
    `create function public.set_for_all() returns text language sql security definer set search_path = ''
     as $$ select set_config('timezone', 'Asia/Tokyo', false) || set_config('app.mark', 'set', false) $$`,
  )
  await database.asOwner('grant execute on function public.set_for_all to anon')
  const state = `select current_setting('timezone') as timezone, current_setting('role') as role,
    current_setting('transaction_read_only') as reads, nullif(current_setting('app.mark', true), '') as mark,
    nullif(current_setting('request.jwt.claims', true), '') as claims`
  for (let times = 0; times < 5; times += 1) {
    await database.asReader(anonymous, 'select set_for_all()')
    const [row] = await database.asReader(anonymous, state)
    expect(row).toMatchObject({ timezone: 'UTC', role: 'anon', reads: 'on', mark: null })
    await expect(
      database.asReader(anonymous, "update tools set name = 'Changed'"),
    ).rejects.toMatchObject({ code: '25006' })
    const clean = { timezone: 'UTC', role: 'none', reads: 'off', mark: null, claims: null }
    expect(await database.asOwner(state)).toEqual([clean])
  }
  await database.asOwner('drop function public.set_for_all()')
})

test('nor what functions set that a view or a computed column calls', async () => {
  await backend.db.asOwner(
    `create function public.sets_for_all() returns text language sql security definer set search_path = ''
     as $$ select set_config('timezone', 'Asia/Tokyo', false) || set_config('app.mark', 'set', false) $$`,
  )
  await backend.db.asOwner(
    'create view public.setting_view as select public.sets_for_all() as setting',
  )
  await backend.db.asOwner(
    `create function public.sets_beside(category public.categories) returns text language sql set search_path = ''
     as $$ select public.sets_for_all() $$`,
  )
  await backend.db.asOwner('grant select on public.setting_view to anon')
  await backend.db.asOwner(
    'grant execute on function public.sets_for_all, public.sets_beside to anon',
  )
  await backend.db.asOwner("notify pgrst, 'reload schema'")
  const get = async (path: string) => {
    const headers = { apikey: backend.anonKey }
    return (await fetch(`${backend.url}/rest/v1/${path}`, { headers })).json()
  }
  for (const path of ['setting_view?select=setting', 'categories?select=it:sets_beside&limit=1']) {
    await expect
      .poll(() => get(path))
      .toEqual([{ [path.startsWith('c') ? 'it' : 'setting']: 'Asia/Tokyoset' }])
    // As many as there may be connections.
    const states = await Promise.all(
      Array.from({ length: 12 }, () =>
        backend.db.asOwner(
          "select current_setting('timezone') as timezone, nullif(current_setting('app.mark', true), '') as mark",
        ),
      ),
    )
    expect(states.flat()).toEqual(
      Array.from({ length: 12 }, () => ({ timezone: 'UTC', mark: null })),
    )
  }
  await backend.db.asOwner('drop view public.setting_view')
  await backend.db.asOwner('drop function public.sets_beside, public.sets_for_all')
})
