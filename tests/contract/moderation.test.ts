// Spec 3 §1: a case from report to appeal with supabase-js, and the statuses of refusals.

import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { startTestBackend, type TestBackend, type TestMember } from '../support/backends/backend.ts'

let backend: TestBackend
let ana: TestMember
let ben: TestMember
let mona: TestMember
let sam: TestMember
let tool: string
let review: string
beforeAll(async () => {
  backend = await startTestBackend()
  ;[ana, ben, mona, sam] = [
    await backend.createMember({ username: 'ana' }),
    await backend.createMember({ username: 'ben' }),
    await backend.createMember({ username: 'mona', user_role: 'admin' }),
    await backend.createMember({ username: 'sam' }),
  ]
  const { data } = await ana.client
    .from('tools')
    .insert({ name: 'Kettle', description: 'Boils water.', category: 'HR' })
    .select('id')
    .single()
    .throwOnError()
  tool = data.id
  review = await writeReview(ana)
  await ben.client
    .from('review_helpful_votes')
    .insert({ review_id: review, user_id: ben.id })
    .throwOnError()
})
afterAll(async () => {
  expect(backend.loggedErrors).toEqual([])
  await backend.close()
})

async function writeReview({ client, id }: TestMember): Promise<string> {
  const row = {
    tool_id: tool,
    user_id: id,
    rating: 4,
    title: 'It boils',
    content: 'Not once did it drip.',
  }
  const { data } = await client.from('reviews').insert(row).select('id').single().throwOnError()
  return data.id
}
const createServiceClient = () =>
  createClient<Database>(backend.url, backend.serviceKey, { auth: { persistSession: false } })

const EXPLANATION = 'It advertises another product and says nothing about this one.'
const readCounts = async () => {
  const anon = backend.createClient()
  const { data } = await anon
    .from('tools')
    .select('review_count, rating_average')
    .eq('id', tool)
    .single()
  const summary = await anon.rpc('tool_review_summary', { tool })
  const insight = await anon.rpc('tool_insight', { tool })
  const rows = await anon.from('reviews').select('*').eq('id', review)
  return { tool: data, summary: summary.data, insight: insight.data, rows: rows.data }
}
const remove = (member: TestMember, explanation = EXPLANATION) =>
  member.client.rpc('moderate', {
    subject_type: 'review',
    subject_id: review,
    action: 'remove',
    reason: 'spam',
    explanation,
  })

test('a chosen role gives no right: moderate returns 403, signed out 401, and my_staff_role null', async () => {
  expect((await mona.client.rpc('my_staff_role')).data).toBeNull()
  expect(await remove(mona)).toMatchObject({
    status: 403,
    error: { code: '42501', message: 'Only moderators can do this.' },
  })
  const anon = backend.createClient()
  const args = { subject_type: 'review', subject_id: review, action: 'remove' }
  expect((await anon.rpc('moderate', args)).status).toBe(401)
  expect((await anon.rpc('my_reports')).status).toBe(401)
})

test('private tables answer 404 to all roles', async () => {
  for (const client of [backend.createClient(), ben.client, createServiceClient()])
    for (const table of ['reports', 'staff', 'removed_content', 'appeals', 'email_queue'])
      expect((await client.from(table as 'tools').select('*')).status).toBe(404)
})

test('a report, a removal, an appeal and a reversal leave everything as it was', async () => {
  const service = createServiceClient()
  for (const username of ['mona', 'sam'])
    await service.rpc('set_staff_role', { username, role: 'moderator' }).throwOnError()
  const before = await readCounts()
  const anon = backend.createClient()
  const report = { subject_type: 'review', subject_id: review, reason: 'spam' }
  expect(await anon.rpc('submit_report', report)).toMatchObject({
    status: 400,
    error: { message: 'Please enter your name and e-mail address so that we can reply.' },
  })
  const { data: sent } = await anon
    .rpc('submit_report', {
      ...report,
      reporter_name: 'Rita',
      reporter_email: 'rita@people.example',
    })
    .throwOnError()
  const receipt = sent as { number: number; key: string }
  await ben.client.rpc('submit_report', report).throwOnError()
  expect(await ben.client.rpc('submit_report', report)).toMatchObject({
    status: 409,
    error: {
      code: 'PT409',
      message: 'You have already reported this. We will let you know what we decide.',
    },
  })
  expect(
    await ben.client.rpc('submit_report', { ...report, subject_id: crypto.randomUUID() }),
  ).toMatchObject({
    status: 404,
    error: { code: 'PT404', message: 'We could not find what you want to report.' },
  })
  expect((await ana.client.rpc('submit_report', report)).status).toBe(400)
  expect((await anon.rpc('report_status', { number: receipt.number, key: 'x' })).status).toBe(404)

  const { data: queue } = await mona.client.rpc('moderation_queue').throwOnError()
  expect(queue).toMatchObject([{ subject_id: review, reasons: ['spam'], report_count: 2 }])
  const removals = await Promise.all([remove(mona), remove(sam)])
  expect(removals.map(({ status }) => status).sort()).toEqual([200, 409])
  const [decider, other] = removals[0].status === 200 ? [mona, sam] : [sam, mona]
  const decision = Number(removals.find(({ status }) => status === 200)?.data)
  expect(removals.find(({ status }) => status === 409)?.error?.message).toBe(
    `This has already been decided (decision ${decision}).`,
  )
  expect(await readCounts()).toMatchObject({
    tool: { review_count: 0, rating_average: null },
    rows: [],
  })
  expect((await anon.rpc('report_status', receipt)).data).toMatchObject({
    status: 'resolved',
    decision,
  })
  const again = await ana.client.from('reviews').insert({
    tool_id: tool,
    user_id: ana.id,
    rating: 4,
    title: 'Again',
    content: 'Not once did it drip.',
  })
  expect(again).toMatchObject({
    status: 403,
    error: {
      message: `We removed your review of Kettle (decision ${decision}). You can appeal and add a corrected text.`,
    },
  })

  const { data: appeal } = await ana.client
    .rpc('submit_appeal', { decision, statement: 'I have used this tool for three years.' })
    .throwOnError()
  const outcome = { appeal: Number(appeal), outcome: 'reversed', explanation: EXPLANATION }
  expect((await decider.client.rpc('resolve_appeal', outcome)).status).toBe(403)
  await other.client.rpc('resolve_appeal', outcome).throwOnError()
  expect(await readCounts()).toEqual(before)
  const { data: log } = await anon
    .from('moderation_decisions')
    .select('action, appeal_outcome, reverses')
    .order('number')
  expect(log).toEqual([
    { action: 'remove', appeal_outcome: 'reversed', reverses: null },
    { action: 'restore', appeal_outcome: null, reverses: decision },
  ])
})

test('a token from before a suspension writes nothing and returns 403', async () => {
  const carl = await backend.createMember({ username: 'carl' })
  const suspend = {
    subject_type: 'profile',
    subject_id: carl.id,
    action: 'suspend',
    reason: 'spam',
    explanation: EXPLANATION,
  }
  await mona.client
    .rpc('moderate', { ...suspend, expires_at: '2099-12-01T00:00:00Z' })
    .throwOnError()
  const write = () =>
    carl.client.from('tools').insert({ name: 'Pan', description: 'Fries.', category: 'HR' })
  expect(await write()).toMatchObject({
    status: 403,
    error: {
      code: '42501',
      message:
        'Your account is suspended until Dec 1, 2099. You can still read, download your data and appeal.',
    },
  })
  expect((await carl.client.rpc('download_my_data')).status).toBe(200)
  await mona.client
    .rpc('moderate', { subject_type: 'profile', subject_id: carl.id, action: 'unsuspend' })
    .throwOnError()
  expect((await write()).status).toBe(201)
})

test('a held review returns 201 with its row, and its approval shows it with the same id and time', async () => {
  const ada = await backend.createMember({ username: 'ada' })
  await createServiceClient()
    .rpc('set_staff_role', { username: 'ada', role: 'admin' })
    .throwOnError()
  await ada.client
    .rpc('update_site_settings', { changes: { premoderate_first_posts: 1 } })
    .throwOnError()
  const dora = await backend.createMember({ username: 'dora' })
  const inserted = await dora.client
    .from('reviews')
    .insert({
      tool_id: tool,
      user_id: dora.id,
      rating: 4,
      title: 'First',
      content: 'Not once did it drip.',
    })
    .select('id, title, created_at, tools(name)')
    .single()
  expect(inserted).toMatchObject({
    status: 201,
    data: { title: 'First', tools: { name: 'Kettle' } },
  })
  const read = () =>
    backend
      .createClient()
      .from('reviews')
      .select('id, title, created_at, tools(name)')
      .eq('user_id', dora.id)
  expect((await read()).data).toEqual([])
  await mona.client
    .rpc('moderate', {
      subject_type: 'review',
      subject_id: String(inserted.data?.id),
      action: 'restore',
    })
    .throwOnError()
  expect((await read()).data).toEqual([inserted.data])
  expect((await mona.client.rpc('site_settings')).status).toBe(403)
})
