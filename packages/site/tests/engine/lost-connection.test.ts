// Connections to the database that break during work: requests get 503, and each acknowledged row is
// stored once.

import { connect, createServer, type Socket } from 'node:net'
import { createClient } from '@supabase/supabase-js'
import { DatabaseError } from '@toolmark/backend/database/database.ts'
import { openPostgres } from '@toolmark/backend/database/engines/postgres.ts'
import { PASSWORD } from '@toolmark/backend/tests/support/backends/backend.ts'
import { createPostgresCopy } from '@toolmark/backend/tests/support/databases/database.ts'
import { createCode } from '@toolmark/backend/tests/support/services/authenticator.ts'
import { listenLocally } from '@toolmark/backend/tests/support/services/local-server.ts'
import { expect, inject, test } from 'vitest'
import { shareTestBackend } from '../support/backends/backend.ts'

/** `npm run soak` runs a hundred. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 3)

const backend = await shareTestBackend()

test.runIf(inject('engine') === 'postgres')(
  'connections that end under load cause only 503, and each 201 is stored once',
  async () => {
    const headers = { apikey: backend.serviceKey }
    const acknowledged: string[] = []
    const statuses = new Set<number>()
    const refusals = new Set<string>()
    let isDone = false
    const writeTools = async () => {
      while (!isDone) {
        const name = `Tool ${crypto.randomUUID()}`
        const row = { name, description: 'd', category: 'HR' }
        const response = await backend.send('POST', 'rest/v1/tools', row, headers)
        statuses.add(response.status)
        if (response.status === 201) acknowledged.push(name)
        else refusals.add(await response.text())
      }
    }
    const writing = Promise.all([writeTools(), writeTools(), writeTools(), writeTools()])
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const written = acknowledged.length
        await expect.poll(() => acknowledged.length).toBeGreaterThan(written)
        await backend.db.endConnections()
      }
    } finally {
      isDone = true
    }
    await writing
    expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])
    expect(
      [...refusals].filter((text) => !text.includes('cannot be reached at the moment')),
    ).toEqual([])
    // The pool may still contain a connection of the last round.
    await expect.poll(() => backend.db.asOwner('select 1').catch(() => [])).toHaveLength(1)
    const rows = await backend.db.asOwner('select name, count(*) as times from tools group by name')
    const times = new Map(rows.map((row) => [row.name, row.times]))
    expect(acknowledged.filter((name) => times.get(name) !== 1)).toEqual([])
    expect((await backend.send('GET', 'rest/v1/tools?limit=1')).status).toBe(200)
  },
  3_600_000,
)

test.runIf(inject('engine') === 'postgres' && !inject('isPooled'))(
  'a database that stops responding throws 08006, and a new connection works',
  async () => {
    const { url, drop } = await createPostgresCopy()
    const { hostname, port } = new URL(url)
    const pairs: [Socket, Socket][] = []
    const proxy = createServer((near) => {
      const far = connect(Number(port), hostname)
      for (const end of [near, far]) end.on('error', () => {})
      near.pipe(far).pipe(near)
      near.on('close', () => far.destroy())
      pairs.push([near, far])
    })
    const proxyUrl = new URL(url)
    proxyUrl.port = String(await listenLocally(proxy))
    const database = await openPostgres(proxyUrl.href, { timeoutMs: 200 })
    const query = () => database.as(anonymous, 'select 1 as one')
    // Two concurrent queries open two connections.
    await Promise.all([query(), query()])
    for (const [near, far] of pairs) {
      near.unpipe(far)
      far.unpipe(near)
    }
    const startMs = performance.now()
    const refused = { reason: { code: '08006' } }
    const read = database.asReader(anonymous, 'select 1 as one')
    expect(await Promise.allSettled([query(), read])).toMatchObject([refused, refused])
    expect(performance.now() - startMs).toBeLessThan(5000)
    expect(await query()).toEqual([{ one: 1 }])
    await database.close()
    proxy.close()
    await drop()
  },
)

test.runIf(inject('engine') === 'postgres')(
  'a read-only server answers 503 with a message to writes, and reads continue',
  async () => {
    const { service } = backend
    const write = () =>
      service.from('tools').insert({ name: 'Kettle', description: 'd', category: 'HR' })
    const read = async () => (await service.from('categories').select('name').limit(1)).status
    const message = 'Nothing can be saved at the moment. Please try again later.'
    await service.storage.createBucket('notes')
    const member = await backend.createMember()
    await backend.createClient().auth.signInWithOtp({ email: member.email })
    const [mail] = backend.readOutbox(member.email)
    const token = /enter this code: (\d{6})/.exec(mail?.text ?? '')?.[1] ?? ''
    const verify = () =>
      backend.createClient().auth.verifyOtp({ email: member.email, token, type: 'email' })
    const factor = await createFactor()
    await backend.db.setReadOnly(true)
    // The pool may still contain an ended connection.
    await expect.poll(read).toBe(200)
    expect(await write()).toMatchObject({ status: 503, error: { code: 'PT503', message } })
    const upload = await service.storage.from('notes').upload('a.txt', 'text')
    expect(upload.error).toMatchObject({ status: 503, message })
    const account = { email: 'ana@people.example', email_confirm: true }
    const created = await service.auth.admin.createUser(account)
    expect(created.error).toMatchObject({ status: 503, message })
    expect(backend.listFiles()).toEqual([])
    expect(await read()).toBe(200)
    // More than the attempts of an address.
    for (let count = 0; count < 7; count += 1) {
      expect((await backend.signIn(member.email)).error?.status).toBe(503)
      expect((await verify()).error?.status).toBe(503)
      for (const attempt of [factor.verifyCode, factor.verifyRecoveryCode])
        expect((await attempt()).error?.status).toBe(503)
    }
    await backend.db.setReadOnly(false)
    await expect.poll(async () => (await write()).status).toBe(201)
    expect((await backend.signIn(member.email)).error).toBeNull()
    expect((await verify()).error).toBeNull()
    for (const attempt of [factor.verifyCode, factor.verifyRecoveryCode])
      expect((await attempt()).error).toBeNull()
  },
)

/** A member with an authenticator and recovery codes, and what a further sign-in of them sends. */
async function createFactor() {
  const member = await backend.createMember()
  const signIn = async () => {
    const client = createClient(backend.url, backend.anonKey, {
      auth: {
        persistSession: false,
        autoRefreshToken: false,
        experimental: { recoveryCodes: true },
      },
    })
    await client.auth.signInWithPassword({ email: member.email, password: PASSWORD })
    return client.auth.mfa
  }
  const owner = await signIn()
  const { data: enrolled } = await owner.enroll({ factorType: 'totp' })
  const factorId = enrolled?.id ?? ''
  const secret = enrolled?.type === 'totp' ? enrolled.totp.secret : ''
  // That of the step before is used up.
  await owner.challengeAndVerify({ factorId, code: createCode(secret, -1) })
  const { data: generated } = await owner.recoveryCodes.generate()
  const [code = ''] = generated?.codes ?? []
  const later = await signIn()
  const { data: challenge } = await later.challenge({ factorId })
  return {
    verifyCode: () =>
      later.verify({ factorId, challengeId: challenge?.id ?? '', code: createCode(secret) }),
    verifyRecoveryCode: () => later.recoveryCodes.verify({ code }),
  }
}

const anonymous = { role: 'anon' as const, claims: {} }

test('a replaced connection does not use prepared statements of the one before', async () => {
  const { database } = backend.db
  for (let round = 0; round < 3; round += 1) {
    await expect(
      database.as(anonymous, "do $$ begin raise sqlstate '57P01'; end $$"),
    ).rejects.toMatchObject({ code: '08006' })
    expect(await database.as(anonymous, 'select 1 as one')).toEqual([{ one: 1 }])
  }
})

test('a protocol error (08P01) is not taken for a lost connection', async () => {
  await expect(backend.db.asOwner('select $1::int + $2::int', [1])).rejects.toMatchObject({
    code: '08P01',
  })
})

test('a statement with more than 65535 values throws 54023', async () => {
  const values = Array.from({ length: 65_537 }, () => 1)
  await expect(
    backend.db.database.as(anonymous, 'select $1::int as one', values),
  ).rejects.toMatchObject({
    code: '54023',
    message: 'a statement takes at most 65535 values, and was given 65537',
  })
  expect(await backend.db.database.as(anonymous, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('after 400 different statements a connection has at most 302 prepared', async () => {
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

test('settings of one transaction do not reach the next', async () => {
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

test('three listeners that start concurrently cause no warning', async () => {
  const received: string[] = []
  const stops = await Promise.all(
    ['one', 'two', 'three'].map((channel) =>
      backend.db.database.listen({
        channel,
        onNotice: (payload) => received.push(payload),
        onGap: () => {},
      }),
    ),
  )
  for (const channel of ['one', 'two', 'three'])
    await backend.db.asOwner('select pg_notify($1, $1)', [channel])
  await expect.poll(() => received).toEqual(['one', 'two', 'three'])
  for (const stop of stops) stop()
})

test('settings of a prepared read do not reach the next statement', async () => {
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

test('settings of functions in a view or a computed column do not reach the next request', async () => {
  await backend.db.asOwner(
    `create function public.sets_for_all() returns text language sql security definer set search_path = ''
     as $$ select set_config('timezone', 'Asia/Tokyo', false) || set_config('app.mark', 'set', false) $$`,
  )
  await backend.db
    .asOwner`create view public.setting_view as select public.sets_for_all() as setting`
  await backend.db.asOwner(
    `create function public.sets_beside(category public.categories) returns text language sql set search_path = ''
     as $$ select public.sets_for_all() $$`,
  )
  await backend.db.asOwner('grant select on public.setting_view to anon')
  await backend.db
    .asOwner`grant execute on function public.sets_for_all, public.sets_beside to anon`
  await backend.db.asOwner("notify pgrst, 'reload schema'")
  const getRows = async (path: string) => (await backend.send('GET', `rest/v1/${path}`)).json()
  for (const path of ['setting_view?select=setting', 'categories?select=it:sets_beside&limit=1']) {
    await expect
      .poll(() => getRows(path))
      .toEqual([{ [path.startsWith('c') ? 'it' : 'setting']: 'Asia/Tokyoset' }])
    // More than the pool has connections, so that each is checked.
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

test('an object that is committed before the connection is lost keeps its file', async () => {
  const { storage } = backend.service
  expect((await storage.createBucket('papers', { public: false })).error).toBeNull()
  const papers = storage.from('papers')
  const { database } = backend.db
  const { transactionAs } = database
  const writes: (() => Promise<{ error: { message: string } | null }>)[] = [
    () => papers.upload('lost.txt', new Blob(['whole'], { type: 'text/plain' })),
    () => papers.copy('lost.txt', 'lost-copy.txt'),
  ]
  backend.loggedErrors.length = 0
  for (const write of writes) {
    database.transactionAs = async (...work) => {
      await transactionAs.apply(database, work)
      throw new DatabaseError('08006', 'the connection is gone')
    }
    const { error } = await write()
    database.transactionAs = transactionAs
    expect(error).not.toBeNull()
    expect(backend.loggedErrors.splice(0)).toHaveLength(1)
  }
  for (const name of ['lost.txt', 'lost-copy.txt']) {
    expect(await (await papers.download(name)).data?.text()).toBe('whole')
  }
})
