// On a full disk writes are refused with 503 and nothing is partly written.
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openPostgres } from '@toolmark/backend/database/engines/postgres.ts'
import { createDiskFiles } from '@toolmark/backend/storage/files/disk-files.ts'
import {
  runUnprivileged,
  startCluster,
} from '@toolmark/backend/tests/support/databases/postgres-cluster.ts'
import { afterAll, expect, test } from 'vitest'
import { copyPreparedData } from '../support/sites/prepared-data.ts'
import { createServiceClient, createTemporaryFolder, startSite } from '../support/sites/site.ts'

/** The most rows of an answer: more than a thousand may fit into what is left of the log. */
const MAX_ROWS = 1000

const { folder, remove } = createTemporaryFolder()
// Mounting a small file system needs a privilege.
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=100m', 'tmpfs', folder])
const canMount = mounted.status === 0
afterAll(() => {
  if (canMount) execFileSync('umount', [folder])
  remove()
})

test.runIf(canMount)(
  'writes return 503 on a full disk and succeed when there is space again',
  async () => {
    const site = await startSite({ DATA_DIR: copyPreparedData(join(folder, 'data')) })
    const service = await createServiceClient(site)
    const acknowledged: string[] = []
    const add = async () => {
      const name = `Tool ${crypto.randomUUID()}`
      const description = Array.from({ length: 12 }, () => crypto.randomUUID()).join(' ')
      const answer = await service
        .from('tools')
        .insert({ name, slug: '', description, category: 'HR' })
        .select('name')
      if (answer.status === 201) acknowledged.push(name)
      return answer
    }
    try {
      expect((await add()).status).toBe(201)
      spawnSync('dd', ['if=/dev/zero', `of=${join(folder, 'filler')}`, 'bs=64k'])
      const refusals: string[] = []
      for (let count = 0; count < 2000 && refusals.length < 20; count += 1) {
        const { status, error } = await add()
        if (status === 201) continue
        expect(status).toBe(503)
        refusals.push(error?.message ?? '')
      }
      expect(refusals).toHaveLength(20)
      // PGlite's log may have no space either, and its engine ends.
      expect(
        refusals.filter((message) => !/^The (disk is full|database cannot)/.test(message)),
      ).toEqual([])
      expect(refusals.at(-1)).toBe(
        'The disk is full: nothing can be saved at the moment. Please try again later.',
      )
      expect(site.readOutput()).toContain('No space left on device')
      const upload = await service.storage
        .from('avatars')
        .upload('x/y.png', Buffer.alloc(300_000), { contentType: 'image/png' })
      expect(upload.error).toMatchObject({
        status: 503,
        message: 'The disk is full: no files can be stored at the moment. Please try again later.',
      })
      const account = { email: 'ana@people.example', email_confirm: true }
      const created = await service.auth.admin.createUser(account)
      expect(created.error).toMatchObject({ status: 503, message: refusals.at(-1) })

      rmSync(join(folder, 'filler'))
      await expect.poll(async () => (await add()).status, { timeout: 20_000 }).toBe(201)
      const found = new Set<string>()
      for (let first = 0; found.size === first; first += MAX_ROWS) {
        const page = service.from('tools').select('name').order('id')
        const { data } = await page.range(first, first + MAX_ROWS - 1).throwOnError()
        for (const { name } of data) found.add(name)
      }
      expect(acknowledged.filter((name) => !found.has(name))).toEqual([])
      expect(found.size).toBe(acknowledged.length)
    } finally {
      await site.stop()
    }
  },
)

test.runIf(canMount)(
  'a PostgreSQL without disk space throws 53100 with a sentence, and keeps what it has stored',
  async () => {
    const { folder: small, remove: removeSmall } = createTemporaryFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small])
    runUnprivileged(small)
    const cluster = await startCluster()
    const database = await openPostgres(cluster.url('postgres'))
    try {
      await database.asOwner(`create tablespace small location '${small}'`)
      await database.asOwner('create table notes (text text) tablespace small')
      const write = () => database.asOwner("insert into notes values (repeat('x', 2000))")
      let stored = 0
      const refusal = await (async () => {
        for (; stored < 1000; stored += 1) await write()
      })().catch((error: unknown) => error)
      expect(refusal).toMatchObject({
        code: '53100',
        message: 'The disk is full: nothing can be saved at the moment. Please try again later.',
        cause: { message: expect.stringContaining('No space left on device') },
      })
      const count = 'select count(*)::int as rows from notes'
      expect(await database.asOwner(count)).toEqual([{ rows: stored }])
    } finally {
      await database.close()
      await cluster.stop()
      execFileSync('umount', [small])
      removeSmall()
    }
  },
)

test.runIf(canMount)('an upload that does not fit throws ENOSPC and leaves no file', async () => {
  const { folder: small, remove: removeSmall } = createTemporaryFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small])
  try {
    async function* bytes() {
      yield new Uint8Array(1_500_000)
    }
    await expect(createDiskFiles(small).stage(bytes(), 2_000_000)).rejects.toThrow('ENOSPC')
    expect(readdirSync(join(small, 'incoming'))).toEqual([])
  } finally {
    execFileSync('umount', [small])
    removeSmall()
  }
})
