// Spec 3 §1: what the API shows of moderation.
import { expect, test } from 'vitest'
import { shareTestBackend } from '../support/backends/backend.ts'
import { addTool } from '../support/backends/content.ts'

const backend = await shareTestBackend()
const { service } = backend
const dora = await backend.createMember({ username: 'dora' })

test('private tables answer 404 to all roles', async () => {
  for (const client of [backend.createClient(), dora.client, service])
    for (const table of ['reports', 'staff', 'removed_content', 'appeals', 'email_queue'])
      expect((await client.from(table as 'tools').select('*')).status).toBe(404)
})

test('a held review returns 201 with its row, and its approval shows it with the same id and time', async () => {
  const ada = await backend.createMember({ username: 'ada' })
  const tool = await addTool(ada, { name: 'Kettle' })
  await service.rpc('set_staff_role', { username: 'ada', role: 'admin' }).throwOnError()
  await ada.client
    .rpc('update_site_settings', { changes: { premoderate_first_posts: 1 } })
    .throwOnError()
  const columns = 'id, title, created_at, tools(name)'
  const inserted = await dora.client
    .from('reviews')
    .insert({
      tool_id: tool,
      user_id: dora.id,
      rating: 4,
      title: 'First',
      content: 'Not once did it drip.',
    })
    .select(columns)
    .single()
  expect(inserted).toMatchObject({
    status: 201,
    data: { title: 'First', tools: { name: 'Kettle' } },
  })
  const read = () => backend.createClient().from('reviews').select(columns).eq('user_id', dora.id)
  expect((await read()).data).toEqual([])
  await ada.client
    .rpc('moderate', {
      subject_type: 'review',
      subject_id: String(inserted.data?.id),
      action: 'restore',
    })
    .throwOnError()
  expect((await read()).data).toEqual([inserted.data])
})
