// The process of a site on PostgreSQL ends while clients write, by SIGKILL or SIGTERM: acknowledged
// rows, files and accounts are stored, and keys stay the same.

import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { openKeys } from '@toolmark/backend/keys/keys.ts'
import { createPostgresCopy } from '@toolmark/backend/tests/support/databases/database.ts'
import { listenLocally } from '@toolmark/backend/tests/support/services/local-server.ts'
import { answerSmtp } from '@toolmark/backend/tests/support/services/smtp.ts'
import { expect, inject, test } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { createEmail, PASSWORD } from '../support/backends/backend.ts'
import { findMissingReviews, writeReviews } from '../support/backends/reviewers.ts'
import { createTemporaryFolder, type Site, startSite } from '../support/sites/site.ts'

type Service = SupabaseClient<Database>

/** `npm run soak` runs a hundred. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 1)

interface Acknowledged {
  reviews: string[]
  /** Names of objects; the name determines the content. */
  files: string[]
  people: string[]
}

test.runIf(inject('engine') === 'postgres')(
  'a site that is killed or stopped under load loses no acknowledged write',
  async () => {
    const { folder, remove } = createTemporaryFolder()
    const copy = await createPostgresCopy()
    const mails: string[] = []
    const mailServer = createServer((socket) => {
      socket.on('error', () => {})
      answerSmtp(socket, mails)
    })
    const port = await listenLocally(mailServer)
    const environment = {
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: copy.url,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
    }
    const acknowledged: Acknowledged = { reviews: [], files: [], people: [] }
    let firstKey: string | undefined
    const createService = async (site: Site): Promise<Service> => {
      const { serviceKey } = await openKeys(join(environment.DATA_DIR, 'keys.json'))
      // Keys of the first start stay valid.
      firstKey ??= serviceKey
      return createClient<Database>(site.url, firstKey, { auth: { persistSession: false } })
    }
    try {
      for (let round = 0; round <= ROUNDS; round += 1) {
        const isLast = round === ROUNDS
        const site = await startSite(environment)
        const service = await createService(site)
        await expectComplete(service, acknowledged, mails)
        const email = createEmail()
        const { data: created } = await service.auth.admin.createUser({
          email,
          email_confirm: true,
        })
        const before = acknowledged.reviews.length + acknowledged.files.length
        const working = [
          writeReviews(service, created.user?.id ?? '', acknowledged.reviews),
          writeReviews(service, created.user?.id ?? '', acknowledged.reviews),
          writeFiles(service, acknowledged.files),
          signUp(service, acknowledged.people),
        ]
        await expect
          .poll(() => acknowledged.reviews.length + acknowledged.files.length, { timeout: 30_000 })
          .toBeGreaterThan(before + 3)
        await pause((130 * round) % 700)
        await site.stop(isLast ? 'SIGTERM' : 'SIGKILL')
        await Promise.all(working)
        if (isLast) expect(site.readOutput()).not.toMatch(/"level":"error"/)
      }
      const site = await startSite(environment)
      await expectComplete(await createService(site), acknowledged, mails)
      await site.stop()
      const { reviews, files, people } = acknowledged
      console.info(
        `${ROUNDS} kills and a stop, ${reviews.length} reviews, ${files.length} files and ${people.length} people acknowledged`,
      )
    } finally {
      mailServer.close()
      await copy.drop()
      remove()
    }
  },
  3_600_000,
)

/** Uploads one object after another until the site ends. */
async function writeFiles(service: Service, names: string[]): Promise<void> {
  for (;;) {
    const name = `${crypto.randomUUID()}.png`
    const { error } = await service.storage.from('avatars').upload(name, createContent(name))
    if (error) return
    names.push(name)
  }
}

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const createContent = (name: string) => Buffer.concat([PNG, Buffer.from(name)])

/** Signs up few accounts, because each gets a mail and mails of a network are limited. */
async function signUp(service: Service, people: string[]): Promise<void> {
  for (let count = 0; count < 5; count += 1) {
    const email = createEmail()
    const { error } = await service.auth.signUp({ email, password: PASSWORD })
    if (error) return
    people.push(email)
  }
}

async function expectComplete(
  service: Service,
  { reviews, files, people }: Acknowledged,
  mails: readonly string[],
): Promise<void> {
  expect(await findMissingReviews(service, reviews)).toEqual([])
  const avatars = service.storage.from('avatars')
  // Only the newest, so that the time of a check does not grow with the rounds.
  const sortBy = { column: 'created_at', order: 'desc' }
  const { data: rows } = await avatars.list('', { limit: 300, sortBy })
  const stored = rows?.map(({ name }) => name) ?? []
  expect(stored).toEqual(expect.arrayContaining(files.slice(-200)))
  for (const name of stored) {
    const { data } = await avatars.download(name)
    const bytes = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())
    expect(bytes.equals(createContent(name)), name).toBe(true)
  }
  const { data } = await service.auth.admin.listUsers({ perPage: 1000 })
  const accounts = data.users.map(({ email }) => email)
  expect(accounts).toEqual(expect.arrayContaining(people))
  // Each mail went to a stored account.
  const recipients = mails.map((mail) => /^To: (\S+)/m.exec(mail)?.[1])
  expect(accounts).toEqual(expect.arrayContaining(recipients))
}
