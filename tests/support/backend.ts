import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import type { Database as Schema } from '../../app/data/database.types.ts'
import { passwordProblems } from '../../app/shared/password-rules.ts'
import type { MailUse } from '../../backend/auth/mail-shares.ts'
import { createBackend } from '../../backend/backend.ts'
import { openKeys } from '../../backend/keys/keys.ts'
import { createOutbox, type SentMail } from '../../backend/mail/mailer.ts'
import type { Refusal } from '../../backend/refusals.ts'
import { readSettings, type Settings } from '../../backend/settings/settings.ts'
import { createDiskFiles } from '../../backend/storage/files/disk-files.ts'
import type { Files } from '../../backend/storage/files/files.ts'
import { listen } from '../../server/listen.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'

export const PASSWORD = 'Violet-Kettle-84'

export interface Person {
  client: SupabaseClient<Schema>
  id: string
  email: string
}

export interface TestBackend {
  url: string
  anonKey: string
  serviceKey: string
  db: TestDatabase
  /** Where uploaded files lie. */
  filesDir: string
  /** Errors that were logged: answers with a 500 behind them. */
  logged: unknown[]
  /** Shares of an hour's mail of which half went out. */
  mailHalfUsed: MailUse[]
  /** What was not allowed, as it is logged. */
  refused: Refusal[]
  /** Asks it as the site itself does, without a detour over the network. */
  ask: typeof fetch
  /** Looks at the database's structure anew. */
  reload(): void
  outbox(to?: string): SentMail[]
  /** The official client, signed out. @param network the address that it comes from */
  client(network?: string): SupabaseClient<Schema>
  /** Somebody new, confirmed and signed in. */
  person(metadata?: Record<string, unknown>): Promise<Person>
  close(): Promise<void>
}

/**
 * The whole backend over HTTP on the project's engine.
 * @param siteUrl the address that people use, where it is not the process's own
 * @param files where uploads are kept, if not in a folder
 * @param timeBudget milliseconds of database time for one network; the default is as good as none
 */
export async function startTestBackend(
  change: (settings: Settings) => void = () => {},
  siteUrl?: string,
  files?: Files,
  timeBudget?: { points: number; duration: number },
): Promise<TestBackend> {
  const db = await openTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-test-'))
  const { settings } = readSettings('')
  settings.auth.email.max_frequency = 0
  settings.auth.rate_limit = {
    email_sent: 100_000,
    sign_in_sign_ups: 100_000,
    token_refresh: 100_000,
    token_verifications: 100_000,
  }
  change(settings)
  const keys = await openKeys(join(folder, 'keys.json'))
  const mailer = createOutbox()
  const logged: unknown[] = []
  const refused: Refusal[] = []
  const mailHalfUsed: MailUse[] = []
  const filesDir = join(folder, 'files')
  const listener = await listen('127.0.0.1', 0)
  const url = `http://127.0.0.1:${listener.port}`
  const backend = createBackend({
    database: db.database,
    settings,
    keys,
    mailer,
    files: files ?? createDiskFiles(filesDir),
    siteUrl: siteUrl ?? url,
    ownUrl: url,
    siteName: 'Toolmark',
    passwordRules: passwordProblems,
    // All tests of a file come from one network.
    timeBudget: timeBudget ?? { points: 3_600_000, duration: 60 },
    log: (error) => logged.push(error),
    onRefusal: (refusal) => refused.push(refusal),
    onMailHalfUsed: (use) => mailHalfUsed.push(use),
  })
  listener.attach(
    new Hono().all('*', (c) => {
      const clientAddress = c.req.header('x-network') ?? '192.0.2.1'
      return backend.fetch(c.req.raw, { clientAddress })
    }),
  )

  const client = (network?: string) =>
    createClient<Schema>(url, keys.anonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      ...(network ? { global: { headers: { 'x-network': network } } } : {}),
    })
  return {
    url,
    anonKey: keys.anonKey,
    serviceKey: keys.serviceKey,
    db,
    filesDir,
    logged,
    mailHalfUsed,
    refused,
    ask: (input, init) =>
      backend.fetch(new Request(input, init), { clientAddress: 'the site itself' }),
    reload: backend.reload,
    outbox: mailer.outbox,
    client,
    async person(metadata = {}) {
      const admin = createClient<Schema>(url, keys.serviceKey, { auth: { persistSession: false } })
      const email = `${crypto.randomUUID()}@people.example`
      const made = await admin.auth.admin.createUser({
        email,
        password: PASSWORD,
        email_confirm: true,
        user_metadata: metadata,
      })
      if (made.error) throw made.error
      const own = client()
      const { error } = await own.auth.signInWithPassword({ email, password: PASSWORD })
      if (error) throw error
      return { client: own, id: made.data.user.id, email }
    },
    async close() {
      await listener.close()
      await backend.close()
      await db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The link in a mail. */
export function linkIn(mail: SentMail | undefined): URL {
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0]
  if (!link) throw new Error('the mail has no link')
  return new URL(link)
}

/** Follows a mailed link without following where it leads. */
export async function follow(
  link: URL,
): Promise<{ status: number; to: URL; fragment: URLSearchParams }> {
  const response = await fetch(link, { redirect: 'manual' })
  const to = new URL(response.headers.get('location') ?? 'about:blank')
  return { status: response.status, to, fragment: new URLSearchParams(to.hash.slice(1)) }
}
