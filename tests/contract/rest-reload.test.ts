// PostgREST's page "Schema Cache": what changes is seen after a notice.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBackend, type TestBackend } from '../support/backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.close())

const statusOf = async (relation: string) =>
  (await fetch(`${backend.url}/rest/v1/${relation}`, { headers: { apikey: backend.anonKey } }))
    .status

test('a new table is there after notify pgrst', async () => {
  expect(await statusOf('late')).toBe(404)
  // Once the backend hears of changes, which another one then does as well, it looks anew by itself.
  await backend.db.database.listen({ channel: 'other', onNotice: () => {}, onGap: () => {} })
  expect(await statusOf('late')).toBe(404)
  await backend.db.asOwner('create table late (id int)')
  await backend.db.asOwner('grant select on late to anon')
  expect(await statusOf('late')).toBe(404)
  await backend.db.asOwner("notify pgrst, 'reload schema'")
  await expect.poll(() => statusOf('late'), { timeout: 5000 }).toBe(200)
})
