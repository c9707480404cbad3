import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { BrowserContext } from 'playwright-core'
import type { Database as Schema } from '../../app/data/database.types.ts'
import { openKeys } from '../../backend/keys/keys.ts'
import { PASSWORD } from './backend.ts'

const ROOT = join(import.meta.dirname, '..', '..')

export interface Site {
  url: string
  dataDir: string
  /** What it has written so far, to both streams. */
  said(): string
  /** Ends it; `SIGKILL` as a power cut would. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** A folder for one site's data, and how to be rid of it. */
export function temporaryFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-site-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Starts the process as `npm start` does, and returns what it says until it ends. */
export function spawnSite(environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [join(ROOT, 'server', 'main.ts')], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DEMO_CONTENT: 'off',
      LOGO_SERVICE: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Starts it and waits until it says where it is. */
export async function startSite(
  environment: Record<string, string> & { DATA_DIR: string },
): Promise<Site> {
  const child = spawnSite(environment)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk
      const address = /^Toolmark is at (\S+)$/m.exec(said)?.[1]
      if (address) resolve(address)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', () => reject(new Error(`the site ended: ${said}`)))
  })
  return {
    url,
    dataDir: environment.DATA_DIR,
    said: () => said,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
    },
  }
}

/** Starts it where it should refuse to, and returns its exit code and what it said. */
export async function refusedStart(environment: Record<string, string>) {
  const child = spawnSite(environment)
  let said = ''
  child.stdout?.on('data', (chunk) => {
    said += chunk
  })
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, said: said.trim() }
}

/** Somebody with a confirmed account at a running site. @returns the address to sign in with */
export async function addMember(
  site: Site,
  password: string,
  metadata: object = {},
): Promise<string> {
  const { serviceKey } = await openKeys(join(site.dataDir, 'keys.json'))
  const service = createClient(site.url, serviceKey, { auth: { persistSession: false } })
  const email = `${crypto.randomUUID()}@people.example`
  const { error } = await service.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: metadata,
  })
  if (error) throw error
  return email
}

interface SignedIn {
  id: string
  email: string
  client: SupabaseClient<Schema>
}

/** Signs a new member in, in every page of the context. @returns the member */
export async function signInMember(
  site: Site,
  context: BrowserContext,
  metadata: object = {},
): Promise<SignedIn> {
  return signInAgain(site, context, await addMember(site, PASSWORD, metadata))
}

/** Signs one in who has the tests' password. @param email whose */
export async function signInAgain(
  site: Site,
  context: BrowserContext,
  email: string,
): Promise<SignedIn> {
  const { anonKey } = await openKeys(join(site.dataDir, 'keys.json'))
  const client = createClient<Schema>(site.url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  await context.addInitScript((session) => {
    // Once, so that signing out stays signed out.
    if (sessionStorage.getItem('test.signed-in')) return
    sessionStorage.setItem('test.signed-in', 'yes')
    localStorage.setItem('toolmark.session', session)
  }, JSON.stringify(data.session))
  return { id: data.user.id, email, client }
}
