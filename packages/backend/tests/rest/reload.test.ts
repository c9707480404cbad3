// PostgREST's page "Schema Cache": a notification reloads the schema.
import { expect, test } from 'vitest'
import { shareTestBackend } from '../support/backends/backend.ts'

const backend = await shareTestBackend()

const readStatus = async (relation: string) =>
  (await backend.send('GET', `rest/v1/${relation}`)).status

test('a new table returns 404 before notify pgrst and 200 after it', async () => {
  expect(await readStatus('late')).toBe(404)
  // The backend reloads once when its own listener has started. This listener shares its connection,
  // so it waits for that.
  await backend.db.database.listen({ channel: 'other', onNotice: () => {}, onGap: () => {} })
  expect(await readStatus('late')).toBe(404)
  await backend.db.asOwner('create table late (id int)')
  await backend.db.asOwner('grant select on late to anon')
  expect(await readStatus('late')).toBe(404)
  await backend.db.asOwner("notify pgrst, 'reload schema'")
  await expect.poll(() => readStatus('late'), { timeout: 5000 }).toBe(200)
})
