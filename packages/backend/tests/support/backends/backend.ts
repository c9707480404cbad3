import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import { afterAll, expect, onTestFinished } from 'vitest'
import { actAsServiceRole, insertUser } from '../../../src/auth/users/users.ts'
import { type BackendOptions, createBackend } from '../../../src/backend.ts'
import { type Keys, openKeys } from '../../../src/keys/keys.ts'
import { createOutbox, type SentMail } from '../../../src/mail/mailer.ts'
import { SITE_ITSELF } from '../../../src/rate-limit.ts'
import type { Refusal } from '../../../src/refusals.ts'
import { listen } from '../../../src/server/listen.ts'
import { readSettings, type Settings } from '../../../src/settings/settings.ts'
import { createDiskFiles } from '../../../src/storage/files/disk-files.ts'
import type { Files } from '../../../src/storage/files/files.ts'
import { openTestDatabase, type TestDatabase } from '../databases/database.ts'

export const PASSWORD = 'Violet-Kettle-84'
/** Has argon2's lowest cost: a hash and a comparison at the server's cost take 20 ms each. */
const PASSWORD_HASH = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** Without generated types supabase-js accepts every table. */
type UntypedSchema = SupabaseClient extends SupabaseClient<infer Schema> ? Schema : never

/** An address that no other account has. */
export const createEmail = () => `${crypto.randomUUID()}@people.example`

/** @template Schema the type of the database, for supabase-js */
export interface TestMember<Schema = UntypedSchema> {
  client: SupabaseClient<Schema>
  id: string
  email: string
  /** The access token of their sign-in. */
  token: string
}

export type TestBackend<Schema = UntypedSchema> = Awaited<
  ReturnType<typeof startTestBackend<Schema>>
>

export interface TestBackendOptions {
  /** The public address, by default that of the process. */
  siteUrl?: string
  /** The store of uploads, by default a folder. */
  files?: Files
  /** Database time per network: milliseconds (points) per seconds (duration); default: no limit. */
  timeBudget?: { points: number; duration: number }
  /** The changes of tables that channels subscribe to. */
  changes?: BackendOptions['changes']
  /** The rules of a product on top: of passwords, of new accounts, of calls by signed-out clients. */
  rules?: Pick<BackendOptions, 'passwordRules' | 'signUpRules' | 'signedOutCalls'>
  /** Changes of the limits of /realtime/v1. */
  realtimeLimits?: BackendOptions['realtimeLimits']
  /** Counts the limits of several backends. */
  createCounter?: BackendOptions['createCounter']
  /** A database that other backends of the test file use too; it stays open. */
  db?: TestDatabase
  /** The keys of another backend of the same site. */
  keys?: Keys
}

/** Starts the backend with HTTP, by default on a new database on the engine of the project. */
export async function startTestBackend<Schema = UntypedSchema>(
  change: (settings: Settings) => void = () => {},
  options: TestBackendOptions = {},
) {
  const { siteUrl, files, timeBudget, changes, realtimeLimits, createCounter } = options
  const db = options.db ?? (await openTestDatabase())
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
  const keys = options.keys ?? (await openKeys(join(folder, 'keys.json')))
  const mailer = createOutbox()
  const loggedErrors: unknown[] = []
  const refusals: Refusal[] = []
  const filesDir = join(folder, 'files')
  const listener = await listen('127.0.0.1', 0)
  const url = `http://127.0.0.1:${listener.port}`
  const backend = createBackend({
    database: db.database,
    settings,
    keys,
    sendMail: mailer.deliver,
    files: files ?? createDiskFiles(filesDir),
    siteUrl: siteUrl ?? url,
    ownUrl: url,
    siteName: 'Toolmark',
    ...options.rules,
    // All tests of a file have one network address.
    timeBudget: timeBudget ?? { points: 3_600_000, duration: 60 },
    ...(changes ? { changes } : {}),
    createCounter,
    ...(realtimeLimits ? { realtimeLimits } : {}),
    log: (error) => loggedErrors.push(error),
    onRefusal: (refusal) => refusals.push(refusal),
  })
  listener.attach(
    new Hono().all('*', (c) => {
      const clientAddress = c.req.header('x-network') ?? '192.0.2.1'
      return backend.fetch(c.req.raw, { clientAddress })
    }),
    undefined,
    (request, socket, head) => {
      // WebSocket of Node sends no headers.
      const network = URL.parse(request.url ?? '', url)?.searchParams.get('network')
      backend.upgrade(request, socket, head, { clientAddress: network ?? '127.0.0.1' })
    },
  )

  const createTestClient = (network?: string, key = keys.anonKey) =>
    createClient<Schema>(url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      ...(network ? { global: { headers: { 'x-network': network } } } : {}),
    })
  return {
    url,
    anonKey: keys.anonKey,
    serviceKey: keys.serviceKey,
    keys,
    /** Signs a token. @param lifetime seconds */
    sign: keys.sign,
    db,
    /** The folder of uploaded files. */
    filesDir,
    /** @returns the paths of all uploaded files in the folder */
    listFiles: () =>
      readdirSync(filesDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    /** The errors behind responses with status 500. */
    loggedErrors,
    /** Refused requests, as they are logged. */
    refusals,
    /** Sends a request within the process, as the site does. */
    fetchInternally: ((input, init) =>
      backend.fetch(new Request(input, init), { clientAddress: SITE_ITSELF })) as typeof fetch,
    /** Reads the structure of the database again. */
    reload: backend.reload,
    /** @returns the sent mails, the newest first */
    readOutbox: mailer.outbox,
    /** @returns the link of the newest mail to an address */
    findMailedLink: (to: string) => findLink(mailer.outbox(to)[0]),
    /** Requests that link, as `openLink` does. */
    openMail: (to: string) => openLink(findLink(mailer.outbox(to)[0])),
    realtime: backend.realtime,
    /** Creates a signed-out client of supabase-js. @param network its IP address */
    createClient: (network?: string) => createTestClient(network),
    /** A client of supabase-js with the service key. */
    service: createTestClient(undefined, keys.serviceKey),
    /**
     * Sends a request with the anonymous key, unless `headers` have another one.
     * @param body is sent as JSON, unless it is a text
     */
    send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      fetch(`${url}/${path}`, {
        method,
        redirect: 'manual',
        headers: { apikey: keys.anonKey, 'Content-Type': 'application/json', ...headers },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    /** Signs in with a new client. */
    signIn: (email: string, password = PASSWORD) =>
      createTestClient().auth.signInWithPassword({ email, password }),
    /** Signs a new client in with the tokens in the fragment of a redirect. */
    async continueSession(fragment: URLSearchParams) {
      const client = createTestClient()
      await client.auth.setSession({
        access_token: fragment.get('access_token') ?? '',
        refresh_token: fragment.get('refresh_token') ?? '',
      })
      return client
    },
    /** Creates a confirmed member and signs them in. */
    async createMember(metadata: Record<string, unknown> = {}): Promise<TestMember<Schema>> {
      const email = createEmail()
      const passwordHash = await PASSWORD_HASH
      const { id } = await db.database.transactionAsOwner(async (transaction) => {
        // As the admin API does: the rules of sign-ups do not hold for the operator.
        await actAsServiceRole(transaction)
        return insertUser(transaction, { email, passwordHash, data: metadata, isConfirmed: true })
      })
      const client = createTestClient()
      const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
      if (error) throw error
      return { client, id, email, token: data.session.access_token }
    },
    async close() {
      await Promise.all([backend.disconnect(), listener.close()])
      await backend.close()
      if (!options.db) await db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Starts a backend as `startTestBackend` does, for the tests of a file. After them it is closed, and the file
 * fails if a request caused a server error that no test took from `loggedErrors`.
 */
export async function shareTestBackend<Schema = UntypedSchema>(
  ...settings: Parameters<typeof startTestBackend>
): Promise<TestBackend<Schema>> {
  const backend = await startTestBackend<Schema>(...settings)
  afterAll(async () => {
    await backend.close()
    expect(backend.loggedErrors).toEqual([])
  })
  return backend
}

/** Starts a backend as `startTestBackend` does, for one test, and closes it after the test. */
export async function openTestBackend<Schema = UntypedSchema>(
  ...settings: Parameters<typeof startTestBackend>
): Promise<TestBackend<Schema>> {
  const backend = await startTestBackend<Schema>(...settings)
  onTestFinished(() => backend.close())
  return backend
}

/** Finds the first link in a mail. */
export function findLink(mail: SentMail | undefined): URL {
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0]
  if (!link) throw new Error('the mail has no link')
  return new URL(link)
}

/** Requests a mailed link. @returns the target of its redirect, which is not requested */
export async function openLink(
  link: URL,
): Promise<{ status: number; to: URL; fragment: URLSearchParams }> {
  const response = await fetch(link, { redirect: 'manual' })
  const to = new URL(response.headers.get('location') ?? 'about:blank')
  return { status: response.status, to, fragment: new URLSearchParams(to.hash.slice(1)) }
}
