// Limits of several processes on one PostgreSQL. PGlite has one process.
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startTestBackend, type TestBackend } from '../support/backends/backend.ts'

describe.runIf(inject('engine') === 'postgres')('processes on one PostgreSQL', () => {
  let first: TestBackend
  let second: TestBackend
  beforeAll(async () => {
    const change: Parameters<typeof startTestBackend>[0] = (settings) => {
      settings.auth.rate_limit.email_sent = 20
      settings.auth.email.max_frequency = 60
    }
    first = await startTestBackend(change)
    second = await startTestBackend(change, {
      db: await first.db.connectAgain(),
      keys: first.keys,
    })
  })
  afterAll(async () => {
    await second.close()
    await second.db.close()
    await first.close()
  })

  test('spec 1 §5: five wrong passwords spread over two processes, then 429 at both', async () => {
    const { email } = await first.createMember()
    const attempt = async (backend: TestBackend, password: string) =>
      (await backend.signIn(email, password)).error?.status
    for (const backend of [first, second, first, second, first])
      expect(await attempt(backend, 'Wrong-Kettle-84')).toBe(400)
    expect(await attempt(second, 'Wrong-Kettle-84')).toBe(429)
    expect(await attempt(first, 'Wrong-Kettle-84')).toBe(429)
    const rows = await first.db.asOwner('select key from auth.rate_limits')
    const keys = rows.map(({ key }) => String(key)).join(' ')
    expect(keys).toContain('sign_ins:')
    expect(keys).not.toContain('@')
  })

  test('the token of a session that ended at one process is refused at the other', async () => {
    const { client, token } = await first.createMember()
    const read = async () =>
      (
        await second.send('GET', 'rest/v1/todos?limit=0', undefined, {
          Authorization: `Bearer ${token}`,
        })
      ).status
    expect(await read()).toBe(200)
    await client.auth.signOut({ scope: 'local' })
    await expect.poll(read).toBe(401)
  })

  test('a mail to an address counts at the other process, and so does the mail of an hour', async () => {
    const { email } = await first.createMember()
    const request = async (backend: TestBackend, address: string) =>
      (await backend.createClient().auth.resetPasswordForEmail(address)).error?.status
    expect(await request(first, email)).toBeUndefined()
    expect(await request(second, email)).toBe(429)
    // A tenth of the members' twelve mails for one network.
    const others = [await first.createMember(), await second.createMember()]
    expect(await request(second, others[0]?.email ?? '')).toBeUndefined()
    expect(await request(first, others[1]?.email ?? '')).toBe(429)
  })
})
