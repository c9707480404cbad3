import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'
import { openKeys } from '@toolmark/backend/keys/keys.ts'
import type { BrowserContext } from 'playwright-core'
import type { Database as Schema } from '../../../app/data/database.types.ts'
import { PASSWORD } from '../backends/backend.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..', '..')

export interface SiteAddress {
  url: string
  dataDir: string
  /** Of requests to it. */
  headers?: Record<string, string>
}

export interface Site extends SiteAddress {
  /** The text of both output streams so far. */
  readOutput(): string
  /** Sends a signal and waits for the end of the process. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** A folder for the data of one site. */
export function createTemporaryFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-site-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Most code of PGlite runs a few times only in a test: optimized code costs more than it saves. */
const OPTIONS = ['--liftoff-only', '--no-wasm-code-gc']

/** Starts the process as `npm start` does. */
export function spawnSite(environment: Record<string, string>): ChildProcess {
  return spawn(
    process.execPath,
    [...OPTIONS, join(ROOT, 'packages', 'site', 'server', 'main.ts')],
    {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        DRAIN_SECONDS: '0',
        DEMO_CONTENT: 'off',
        LOGO_SERVICE: 'off',
        FACT_SOURCES: 'off',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
}

/**
 * Starts a site and waits until it prints its address.
 * @param onOutput called with what it prints before
 */
export async function startSite(
  environment: Record<string, string> & { DATA_DIR: string },
  onOutput: (output: string) => void = () => {},
): Promise<Site> {
  const child = spawnSite(environment)
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      onOutput(output)
      const address = /^\S+ is at (http\S+)$/m.exec(output)?.[1]
      if (address) resolve(address)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error(`the site ended: ${output}`)))
  })
  return {
    url,
    dataDir: environment.DATA_DIR,
    readOutput: () => output,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await exit
    },
  }
}

/** Starts a site that should end with an error. */
export async function startAndFail(environment: Record<string, string>) {
  const child = spawnSite(environment)
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { exitCode, output: output.trim() }
}

/**
 * Runs `toolmark` in a process of its own. A synchronous one would block the event loop, and `fetch` would reuse
 * closed connections.
 */
export const runCommand = (
  words: readonly string[],
  environment: Record<string, string> = {},
  cwd = ROOT,
) =>
  new Promise<{ code: number; output: string; errors: string }>((resolve) =>
    execFile(
      process.execPath,
      [join(ROOT, 'toolmark.js'), ...words],
      { cwd, env: { PATH: process.env.PATH, ...environment } },
      (error, output, errors) =>
        resolve({ code: Number(error?.code ?? 0), output: output.trim(), errors: errors.trim() }),
    ).stdin?.end(),
  )

/** The status of a GET request, also with another Host, which `fetch` does not send. */
export const readStatus = (url: string, headers: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })

/** A client with the rights of the operator. */
export async function createServiceClient(site: SiteAddress): Promise<SupabaseClient<Schema>> {
  const { serviceKey } = await openKeys(join(site.dataDir, 'keys.json'))
  return createClient<Schema>(site.url, serviceKey, {
    auth: { persistSession: false },
    global: { headers: site.headers ?? {} },
  })
}

/** Starts a site on an empty database and waits until all of its demo content is there. */
export async function startDemoSite(
  environment: Record<string, string> & { DATA_DIR: string },
): Promise<Site> {
  const site = await startSite({ ...environment, DEMO_CONTENT: 'on' })
  const service = await createServiceClient(site)
  while ((await service.rpc('is_demo_loading').throwOnError()).data) await pause(100)
  return site
}

/** Gives a member a role of staff. */
export async function appointStaff(
  site: SiteAddress,
  username: string,
  role: 'moderator' | 'admin',
): Promise<void> {
  const service = await createServiceClient(site)
  const { error } = await service.rpc('set_staff_role', { username, role })
  if (error) throw error
}

/** Creates a confirmed account with the password of the tests. @returns its email address */
export async function addMember(site: SiteAddress, metadata: object = {}): Promise<string> {
  const service = await createServiceClient(site)
  const email = `${crypto.randomUUID()}@people.example`
  const { error } = await service.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: metadata,
  })
  if (error) throw error
  return email
}

interface SignedInMember {
  id: string
  email: string
  client: SupabaseClient<Schema>
}

/** Creates a member and signs them in, in every page of the browser context. */
export async function signInMember(
  site: SiteAddress,
  context: BrowserContext,
  metadata: object = {},
): Promise<SignedInMember> {
  return signInWithEmail(site, context, await addMember(site, metadata))
}

/** Signs in a member with the password of the tests. */
export async function signInWithEmail(
  site: SiteAddress,
  context: BrowserContext,
  email: string,
): Promise<SignedInMember> {
  const { session, ...member } = await createMemberClient(site, email)
  await context.addInitScript((stored) => {
    // Only once: after signing out, a new page must stay signed out.
    if (sessionStorage.getItem('test.signed-in')) return
    sessionStorage.setItem('test.signed-in', 'yes')
    localStorage.setItem('toolmark.session', stored)
  }, JSON.stringify(session))
  return member
}

/** Creates a member and a supabase-js client that they have signed in with. */
export const createMember = async (site: SiteAddress, metadata?: object) =>
  createMemberClient(site, await addMember(site, metadata))

/** Creates a supabase-js client and signs in with the password of the tests. */
export async function createMemberClient(
  site: SiteAddress,
  email: string,
): Promise<SignedInMember & { session: Session }> {
  const { anonKey } = await openKeys(join(site.dataDir, 'keys.json'))
  const client = createClient<Schema>(site.url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: site.headers ?? {} },
  })
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return { id: data.user.id, email, client, session: data.session }
}
