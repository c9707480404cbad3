import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, createBackend } from './backend.ts'
import { migrate } from './database/migrate.ts'
import { openPglite } from './database/pglite.ts'
import { openKeys } from './keys/keys.ts'
import { createOutbox } from './mail/mailer.ts'
import { readSettings } from './settings/settings.ts'
import { createDiskFiles } from './storage/files/disk-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolmark-limit-'))
let backend: Backend
let apikey: string
let close: () => Promise<void>
beforeAll(async () => {
  const database = await openPglite()
  await migrate(database, join(import.meta.dirname, '..', 'supabase', 'migrations'))
  const keys = await openKeys(join(folder, 'keys.json'))
  apikey = keys.anonKey
  close = () => database.close()
  backend = createBackend({
    database,
    settings: readSettings('').settings,
    keys,
    mailer: createOutbox(),
    files: createDiskFiles(join(folder, 'files')),
    siteUrl: 'http://127.0.0.1',
    siteName: 'Toolmark',
    log: () => {},
    requestLimit: { points: 3, duration: 60 },
  })
}, 60_000)
afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true })
})

const statuses = async (clientAddress: string) => {
  const all: number[] = []
  for (let count = 0; count < 5; count += 1) {
    const request = new Request('http://127.0.0.1/rest/v1/categories?limit=1', {
      headers: { apikey },
    })
    all.push((await backend.fetch(request, { clientAddress })).status)
  }
  return all
}

test('one network is told to wait, another is not kept from asking', async () => {
  expect(await statuses('203.0.113.7')).toEqual([200, 200, 200, 429, 429])
  expect((await statuses('203.0.113.8'))[0]).toBe(200)
})

test.each(['the site itself', '127.0.0.1', '0:0:0:0'])('%s is never counted', async (address) => {
  expect(await statuses(address)).toEqual([200, 200, 200, 200, 200])
})
