// Limits of requests and of concurrent statements of a network.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { createBackend } from '../../src/backend.ts'
import { openKeys } from '../../src/keys/keys.ts'
import { createOutbox } from '../../src/mail/mailer.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { createDiskFiles } from '../../src/storage/files/disk-files.ts'
import { shareTestDatabase } from '../support/databases/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolmark-limit-'))
afterAll(() => rmSync(folder, { recursive: true }))
const { database } = await shareTestDatabase()
const keys = await openKeys(join(folder, 'keys.json'))
const apikey = keys.anonKey
const options = {
  database,
  settings: readSettings('').settings,
  keys,
  sendMail: createOutbox().deliver,
  files: createDiskFiles(join(folder, 'files')),
  siteUrl: 'http://127.0.0.1',
  siteName: 'Toolmark',
  log: () => {},
}
const unlimited = createBackend(options)
const backend = createBackend({ ...options, requestLimit: { points: 3, duration: 60 } })

const statuses = async (clientAddress: string, path = 'rest/v1/todos?limit=1') => {
  const all: number[] = []
  for (let count = 0; count < 5; count += 1) {
    const request = new Request(`http://127.0.0.1/${path}`, { headers: { apikey } })
    all.push((await backend.fetch(request, { clientAddress })).status)
  }
  return all
}

test('a network over its limit gets 429, another network does not', async () => {
  expect(await statuses('203.0.113.7')).toEqual([200, 200, 200, 429, 429])
  expect((await statuses('203.0.113.8'))[0]).toBe(200)
})

test('the limit counts requests to accounts as well', async () => {
  expect(await statuses('203.0.113.11', 'auth/v1/user')).toEqual([401, 401, 401, 429, 429])
})

test.runIf(inject('engine') === 'pglite')(
  'one network has one statement at a time on PGlite, and another need not wait for it',
  async () => {
    const ask = async (clientAddress: string) => {
      const request = new Request('http://127.0.0.1/rest/v1/todos?limit=1', {
        headers: { apikey },
      })
      return (await unlimited.fetch(request, { clientAddress })).status
    }
    await ask('203.0.113.9')
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const asReader = vi.spyOn(database, 'asReader').mockImplementation(async () => {
      await held
      return []
    })
    const crowd = Array.from({ length: 102 }, () => ask('203.0.113.9'))
    await expect.poll(() => asReader.mock.calls.length).toBe(1)
    expect(await Promise.race(crowd)).toBe(429)
    const other = ask('203.0.113.10')
    const own = Array.from({ length: 5 }, () => ask('127.0.0.1'))
    await expect.poll(() => asReader.mock.calls.length).toBe(7)
    release()
    asReader.mockRestore()
    const answers = await Promise.all([...crowd, other, ...own])
    expect(answers.filter((status) => status === 429)).toHaveLength(1)
  },
)
