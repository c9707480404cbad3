// Limits of database time: of one statement, and of all statements of a network per minute.
import { createClient } from '@supabase/supabase-js'
import { expect, inject, test } from 'vitest'
import type { Database as Schema } from '../../app/data/database.types.ts'
import { shareTestBackend } from '../support/backends/backend.ts'

const BUDGET = { points: 1000, duration: 60 }

const backend = await shareTestBackend(undefined, { timeBudget: BUDGET })
await backend.db.asOwner(`
  create function public.wait(seconds float) returns text language plpgsql stable as $$ begin
    perform pg_sleep(seconds);
    return 'done';
  end $$`)
await backend.db.asOwner`grant execute on function public.wait to anon, authenticated, service_role`
backend.reload()

/** Calls the function with supabase-js. */
async function wait(seconds: number, network: string, key = backend.anonKey) {
  const client = createClient(backend.url, key, {
    auth: { persistSession: false },
    global: { headers: { 'x-network': network } },
  })
  const { status, error, data } = await client.rpc('wait', { seconds })
  return { status, message: error?.message, data }
}

test('a network that has used its time gets 429, and another network 200', async () => {
  expect(await wait(0.6, '2001:db8:1:1')).toMatchObject({ status: 200, data: 'done' })
  expect(await wait(0.6, '2001:db8:1:2')).toMatchObject({ status: 200 })
  const refused = await wait(0, '2001:db8:1:1')
  expect(refused.status).toBe(429)
  expect(refused.message).toMatch(/^For security purposes, you can only request this after \d+ s/)
  expect((await wait(0, '2001:db8:1:3')).status).toBe(429)
  expect((await wait(0, '2001:db8:2:1')).status).toBe(200)
})

test('the writes of a member use the time of their network', async () => {
  const { client, id: user_id, token } = await backend.createMember()
  const [tool] = await backend.db.asOwner(
    "insert into tools (name, description, category) values ('Slow', 'd', 'HR') returning id",
  )
  await backend.db.asOwner(`
    create function public.delay_review() returns trigger language plpgsql as $$ begin
      perform pg_sleep(1.1);
      return new;
    end $$;
    create trigger delay_review before update on reviews
      for each row execute function public.delay_review()`)
  const member = createClient<Schema>(backend.url, backend.anonKey, {
    auth: { persistSession: false },
    global: {
      headers: { 'x-network': '198.51.100.9', authorization: `Bearer ${token}` },
    },
  })
  const review = {
    tool_id: String(tool?.id),
    user_id,
    rating: 4,
    title: 'Good at what it does',
    content: 'Used for a year by a team of ten.',
  }
  const update = () => member.from('reviews').update({ rating: 5 }).eq('user_id', user_id)
  const statuses = [
    (await member.from('reviews').insert(review)).status,
    (await update()).status,
    (await update()).status,
  ]
  expect(statuses).toEqual([201, 204, 429])
  expect((await client.from('reviews').select('rating').eq('user_id', user_id)).data).toEqual([
    { rating: 5 },
  ])
})

test('the service key and requests of the site have no budget', async () => {
  // The first call of each uses more than the budget.
  for (const seconds of [1.1, 0]) {
    expect((await wait(seconds, '198.51.100.1', backend.serviceKey)).status).toBe(200)
    const url = `${backend.url}/rest/v1/rpc/wait?seconds=${seconds}`
    const internal = await backend.fetchInternally(url, { headers: { apikey: backend.anonKey } })
    expect(internal.status).toBe(200)
  }
  expect((await wait(0, '198.51.100.1')).status).toBe(200)
})

test('waiting for another network’s statement does not use the budget', async () => {
  const statuses = await Promise.all([
    wait(0.9, '198.51.100.2', backend.serviceKey),
    wait(0.1, '198.51.100.3'),
  ])
  expect(statuses.map(({ status }) => status)).toEqual([200, 200])
  expect((await wait(0.1, '198.51.100.3')).status).toBe(200)
})

// PGlite in memory cannot restart; tests/engine/runaway.test.ts tests the limit there.
test.runIf(inject('engine') === 'postgres')(
  'an anonymous statement ends after 3 s with 400 57014, and its time counts',
  async () => {
    const network = '198.51.100.4'
    const [anonymous, service] = await Promise.all([
      wait(3.5, network),
      wait(3.2, network, backend.serviceKey),
    ])
    expect(anonymous).toEqual({
      status: 400,
      message: 'canceling statement due to statement timeout',
      data: null,
    })
    expect((await wait(0, network)).status).toBe(429)
    expect(service.status).toBe(200)
  },
)

test.runIf(inject('engine') === 'postgres')(
  'while a table is locked, requests for it end after 3 s with 400 57014 and others are answered',
  async () => {
    const send = async (method: string, path: string, network: string) => {
      const startMs = performance.now()
      const response = await fetch(`${backend.url}/rest/v1/${path}`, {
        method,
        headers: {
          apikey: backend.anonKey,
          'x-network': network,
          'content-type': 'application/json',
          prefer: 'missing=default',
        },
        ...(method === 'POST' ? { body: '[{"name":"Locked"}]' } : {}),
      })
      const { code } = (await response.json()) as { code?: string }
      const seconds = (performance.now() - startMs) / 1000
      return { status: response.status, code, isInTime: seconds < 5 }
    }
    const answers = await backend.db.database.transactionAsOwner(async ({ query }) => {
      await query('lock table tools in access exclusive mode')
      // The first request reads the structure of all tables.
      backend.reload()
      const open = await send('GET', 'categories?select=name', '198.51.100.5')
      const locked = await Promise.all([
        send('GET', 'tools?select=id', '198.51.100.6'),
        send('POST', 'tools', '198.51.100.7'),
        send('GET', 'tools?select=id', '127.0.0.1'),
      ])
      return [open, ...locked]
    })
    const late = { status: 400, code: '57014', isInTime: true }
    expect(answers).toEqual([{ status: 200, code: undefined, isInTime: true }, late, late, late])
  },
)
