// Lists over HTTP: the answer to an administrator's screen, and the reads of the site itself (spec 4 §6).
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import type { Database as Schema } from '../../../app/data/database.types.ts'
import type { ReadAnswer } from '../../../app/moderation/sources/proposal.ts'
import { SourceError } from '../../../server/sources/list.ts'
import { readDueSources } from '../../../server/sources/read-due-sources.ts'
import { readInThread } from '../../../server/sources/read-in-thread.ts'
import { readProposal } from '../../../server/sources/read-source.ts'
import { serveSources } from '../../../server/sources/serve-sources.ts'
import { shareTestBackend } from '../../support/backends/backend.ts'

const backend = await shareTestBackend()
const { service } = backend
const admin = await backend.createMember({ username: 'mona' })
const member = await backend.createMember({ username: 'ana' })
await service.rpc('set_staff_role', { username: 'mona', role: 'admin' }).throwOnError()

const LIST = 'Name,Website,Category\nSpade,https://spade.example,Garden\nNo address,,Garden\n'

const app = serveSources({
  createClient: (authorization) =>
    createClient<Schema>(backend.url, backend.anonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { headers: { Authorization: authorization } },
    }),
  read: readInThread,
  testHosts: new Set(),
  log: (error) => {
    throw error
  },
})

async function post(fields: Record<string, string | File>, by?: typeof admin) {
  const session = await by?.client.auth.getSession()
  const token = session?.data.session?.access_token
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const response = await app.request('/admin/sources/read', {
    method: 'POST',
    body,
    headers: token ? { Authorization: `Bearer ${token}` } : {},
  })
  return {
    status: response.status,
    answer: (await response.json()) as ReadAnswer & { message: string },
  }
}

test('an administrator reads a file, and others none', async () => {
  const fields = { address: 'list.csv', file: new File([LIST], 'list.csv') }
  const { status, answer } = await post(fields, admin)
  expect(status).toBe(200)
  expect(answer).toMatchObject({
    kind: 'csv',
    mapping: { Name: 'name', Website: 'website_url', Category: 'category' },
    examples: { Name: ['Spade', 'No address'] },
    proposal: {
      rows: [{ name: 'Spade' }, { name: 'No address' }],
      categories: [{ name: 'Garden' }],
    },
  })
  const mapped = await post({ ...fields, mapping: '{"Category": null}' }, admin)
  expect(mapped.answer).toMatchObject({ mapping: { Category: null } })
  expect((await post(fields, member)).answer.message).toBe('Only administrators can do this.')
  expect((await post(fields, member)).status).toBe(403)
  expect((await post(fields)).status).toBe(401)
})

test.each([
  [{ address: '/etc/passwd' }, 422, 'Please enter a web address, or choose a file.'],
  [{ address: 'http://127.0.0.1/list.csv' }, 422, 'not on the open internet'],
  [{ address: 'http://[::1]/list.csv' }, 422, 'not on the open internet'],
  [
    { address: 'a.csv', file: new File(['a'], 'a.csv'), mapping: '{"a": "x"}' },
    422,
    'The mapping of a is not valid',
  ],
  [{ address: 'a.xlsx', file: new File(['PK'], 'a.xlsx') }, 422, 'a.xlsx is a spreadsheet'],
  [{}, 400, 'Please enter a web address, or choose a file.'],
])('%j is refused with %i: %s', async (fields, status, message) => {
  const refused = await post(fields as Record<string, string | File>, admin)
  expect(refused).toMatchObject({ status, answer: { message: expect.stringContaining(message) } })
})

test('the site reads a due list, and one that fails keeps its tools and does not stop the others', async () => {
  const save = async (address: string, every: string) =>
    (await service.rpc('save_source', { kind: 'csv', address, every }).throwOnError()).data
  const failing = await save('https://gone.example/list.csv', '1 hour')
  const due = await save('https://lists.example/list.csv', '1 day')
  const asked: string[] = []
  const run = () =>
    readDueSources({
      service,
      read: async (request) => {
        asked.push(request.source)
        if (request.source.includes('gone')) throw new SourceError('gone.example answered 500')
        return readProposal({ ...request, bytes: new TextEncoder().encode(LIST) })
      },
      hasEnded: () => false,
      log: (error) => {
        throw error
      },
    })
  // Two processes share them.
  await Promise.all([run(), run()])
  await run()
  expect(asked.toSorted()).toEqual([
    'https://gone.example/list.csv',
    'https://lists.example/list.csv',
  ])
  const { data } = await service.from('sources').select('id, last_result').order('id')
  expect(data).toMatchObject([
    { id: failing, last_result: { error: 'gone.example answered 500' } },
    { id: due, last_result: { created: 2, kept: 0 } },
  ])
  const { data: tools } = await service.from('tools').select('name, category').order('name')
  expect(tools).toEqual([
    { name: 'No address', category: 'Garden' },
    { name: 'Spade', category: 'Garden' },
  ])
})
