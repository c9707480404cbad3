// Spec 7 §5: the choice of emails, the link that stops them and the digest with supabase-js, and their statuses.
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { startTestBackend, type TestBackend, type TestMember } from '../support/backends/backend.ts'

let backend: TestBackend
let ana: TestMember
let ben: TestMember
beforeAll(async () => {
  backend = await startTestBackend()
  ;[ana, ben] = [await backend.createMember(), await backend.createMember()]
})
afterAll(async () => {
  expect(backend.loggedErrors).toEqual([])
  await backend.close()
})

const choose = ({ client }: TestMember, kind: string, email: string, user_id = ana.id) =>
  client.from('notification_preferences').upsert({ user_id, kind, email })
const readChoices = async () =>
  (await ana.client.from('notification_preferences').select('kind, email')).data
const createService = () =>
  createClient<Database>(backend.url, backend.serviceKey, { auth: { persistSession: false } })

test('a member upserts the own choices alone, and not about what is always sent', async () => {
  expect((await choose(ana, 'follower', 'weekly')).status).toBe(201)
  expect((await choose(ana, 'follower', 'immediately')).status).toBe(200)
  expect(await choose(ben, 'follower', 'never')).toMatchObject({ status: 403 })
  expect(await choose(ana, 'decision', 'never')).toMatchObject({
    status: 400,
    error: {
      code: '23514',
      message: 'E-mails about decisions, reports, appeals and claims are always sent.',
    },
  })
  const visitor = backend.createClient().from('notification_preferences')
  expect(await visitor.select('kind')).toMatchObject({ status: 401 })
  expect(await readChoices()).toEqual([{ kind: 'follower', email: 'immediately' }])
})

test('a visitor with the token of an email looks at what it stops, stops it and undoes it', async () => {
  await choose(ana, 'follower', 'immediately')
  await ben.client
    .from('user_follows')
    .insert({ follower_id: ben.id, following_id: ana.id })
    .throwOnError()
  const { data: mails } = await createService().rpc('claim_emails', { n: 1 }).throwOnError()
  expect(mails).toMatchObject([{ kind: 'follower', address: ana.email }])
  const [mail = { data: {} }] = mails
  const { unsubscribe: token = '' } = mail.data as { unsubscribe?: string }
  const visitor = backend.createClient()
  const kind = 'follower'
  expect((await visitor.rpc('get_unsubscription', { token })).data).toEqual({
    kind,
    is_stopped: false,
  })
  const { data: stopped } = await visitor.rpc('unsubscribe', { token }).throwOnError()
  expect(stopped).toEqual({ kind, previous: { follower: 'immediately' } })
  expect(await readChoices()).toEqual([{ kind, email: 'never' }])
  const { previous } = stopped
  expect((await visitor.rpc('undo_unsubscribe', { token, previous })).status).toBe(204)
  expect(await readChoices()).toEqual([{ kind, email: 'immediately' }])
  for (const answer of [
    await visitor.rpc('get_unsubscription', { token: `${token}0` }),
    await visitor.rpc('unsubscribe', { token: 'follower' }),
    await ana.client.rpc('undo_unsubscribe', { token: '', previous }),
  ]) {
    expect(answer).toMatchObject({
      status: 404,
      error: {
        code: 'PT404',
        message: 'This link is not complete, or the account does not exist anymore.',
      },
    })
  }
})

test('digests and reminders are for the service alone, and an own review is confirmed by its author', async () => {
  for (const name of ['queue_digests', 'remind_of_launches'] as const) {
    expect((await backend.createClient().rpc(name)).status).toBe(401)
    expect((await ana.client.rpc(name)).status).toBe(403)
    expect(await createService().rpc(name)).toMatchObject({ status: 200, data: 0 })
  }
  const review = crypto.randomUUID()
  expect((await backend.createClient().rpc('confirm_review', { review })).status).toBe(401)
  expect(await ana.client.rpc('confirm_review', { review })).toMatchObject({
    status: 404,
    error: { message: 'We could not find this content.' },
  })
})
