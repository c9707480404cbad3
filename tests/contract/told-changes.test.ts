// What a request tells of its changes, before it is answered: nothing where it was refused, and that
// nobody knows where it broke off.
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestBackend, type TestBackend } from '../support/backend.ts'

let backend: TestBackend
let service: Person['client']
let anonymous: Person['client']
beforeAll(async () => {
  backend = await startTestBackend((settings) => {
    settings.api.tx_end = 'commit-allow-override'
  })
  service = createClient(backend.url, backend.serviceKey, { auth: { persistSession: false } })
  anonymous = backend.client()
  // As a server that gives up a statement says it.
  await backend.db.asOwner(`
    create function private.break_off() returns trigger language plpgsql as $$ begin
      raise exception 'broken off' using errcode = 'system_error';
    end $$`)
  await backend.db.asOwner(`create trigger break_off before insert on companies for each row
    when (new.name = 'Slow') execute function private.break_off()`)
})
afterAll(() => backend.close())

/** The status of an answer, and what was told by then. */
async function toldOf(request: PromiseLike<{ status: number }>): Promise<unknown[]> {
  backend.changed.length = 0
  const { status } = await request
  return [status, ...backend.changed]
}

const kettle = { name: 'Kettle', slug: '', description: 'Boils.', category: 'HR' }

test('a write tells what the database says of it', async () => {
  const added = await toldOf(service.from('tools').insert(kettle))
  expect(added).toEqual([201, ['tools', '{"table": "tools"}\n']])
  const nothing = await toldOf(service.from('tools').delete().eq('slug', 'teapot'))
  expect(nothing).toEqual([204, ['tools', '']])
})

test('what is only asked, or refused, or undone tells nothing', async () => {
  expect(await toldOf(service.from('tools').select())).toEqual([200])
  expect(await toldOf(service.from('tools').insert(kettle))).toEqual([409])
  expect(await toldOf(anonymous.from('tools').insert(kettle))).toEqual([401])
  expect(
    await toldOf(service.from('tools').update({ rating_sum: -1 }).eq('slug', 'kettle')),
  ).toEqual([400])
  const undone = service.from('tools').delete().eq('slug', 'kettle').rollback()
  expect(await toldOf(undone)).toEqual([204])
  expect(await toldOf(anonymous.rpc('delete_account', { keep_reviews: true }))).toEqual([401])
})

test('of what broke off nobody knows', async () => {
  const [status, ...told] = await toldOf(service.from('companies').insert({ name: 'Slow' }))
  expect(status).toBeGreaterThanOrEqual(500)
  expect(told).toEqual([['companies', undefined]])
})

test('a refused request to auth or storage reports no change, an accepted one does', async () => {
  const requestOf = (method: string, path: string) =>
    fetch(`${backend.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { apikey: backend.anonKey, 'Content-Type': 'application/json' },
      ...(method === 'GET' ? {} : { body: '{}' }),
    })
  expect(await toldOf(requestOf('PUT', '/auth/v1/user'))).toEqual([403])
  expect(await toldOf(requestOf('POST', '/auth/v1/signup'))).toEqual([400])
  expect(await toldOf(requestOf('GET', '/auth/v1/verify?type=signup&token=none'))).toEqual([303])
  expect(await toldOf(requestOf('POST', '/storage/v1/object/avatars/a.png'))).toEqual([415])
  const email = `${crypto.randomUUID()}@people.example`
  const signUp = anonymous.auth.signUp({ email, password: 'Violet-Kettle-84' })
  const signedUp = toldOf(signUp.then(({ error }) => ({ status: error?.status ?? 200 })))
  expect(await signedUp).toEqual([200, ['auth', undefined]])
})
