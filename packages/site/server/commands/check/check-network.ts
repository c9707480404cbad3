import { Resolver } from 'node:dns/promises'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { domainToASCII } from 'node:url'
import { isLocalUrl } from '@toolmark/backend/server/client-address.ts'
import { siteUrlOf } from '@toolmark/backend/server/environment.ts'
import { openValkeyCounters } from '@toolmark/backend/shared-counters.ts'
import { createS3Files } from '@toolmark/backend/storage/files/s3-files.ts'
import { IDENTITY } from '../../../app/shared/identity.ts'
import { isUnreachable } from '../../branding/reserved-domain.ts'
import { readSiteFolder } from '../../branding/site-folder.ts'
import type { Environment } from '../../environment.ts'
import { type Finding, failed, ok, warning } from './findings.ts'

const TIMEOUT_MS = 8000
/** Tokens and codes of the second factor are valid for seconds. */
const MOST_SECONDS_APART = 30

/** Signs in at the mail server and sends nothing. */
export async function checkMail({ SMTP_URL, SITE_URL }: Environment): Promise<Finding[]> {
  if (!SMTP_URL) {
    const isPublic = SITE_URL !== undefined && !isLocalUrl(SITE_URL)
    return isPublic
      ? [failed('mail', `no mail goes out: ${SITE_URL} needs SMTP_URL`)]
      : [ok('mail', 'none is sent: /_/outbox shows it on this machine')]
  }
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS }
  const transport = createTransport({ url: SMTP_URL, ...timeouts, socketTimeout: TIMEOUT_MS })
  const { hostname } = new URL(SMTP_URL)
  try {
    await transport.verify()
    return [ok('mail', `${hostname} accepts the sign-in`)]
  } catch (error) {
    return [failed('mail', `${hostname}: ${error instanceof Error ? error.message : error}`)]
  } finally {
    transport.close()
  }
}

/** Of the limits, in Valkey or Redis. */
export async function checkCounters({ VALKEY_URL }: Environment): Promise<Finding[]> {
  if (!VALKEY_URL) return []
  const { close } = await openValkeyCounters(VALKEY_URL, () => {})
  close()
  return [ok('valkey', `${new URL(VALKEY_URL).hostname} answers`)]
}

/** The longest that the removal of the object of `checkFiles` takes. */
const REMOVAL_MS = 2000

/** Writes, reads and removes an object. */
export async function checkFiles({ S3_URL, DATA_DIR }: Environment): Promise<Finding[]> {
  if (!S3_URL) return [ok('uploads', `in ${join(DATA_DIR, 'files')}`)]
  const { host, pathname } = new URL(S3_URL)
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-doctor-'))
  const files = createS3Files(S3_URL, folder)
  const key = `doctor-${crypto.randomUUID()}`
  const text = 'written by toolmark doctor'
  const bytes = new TextEncoder().encode(text)
  let isKept = false
  try {
    const staged = await files.stage(toIterable(bytes), bytes.length)
    await staged.keep(key)
    isKept = true
    const stream = await files.read(key, { start: 0, end: bytes.length - 1 })
    const isSame = (await new Response(stream).text()) === text
    const about = `${host}${pathname}`
    return [
      isSame
        ? ok('uploads', `${about} can be written and read`)
        : failed('uploads', `${about} returns other bytes than were written`),
    ]
  } catch (error) {
    return [failed('uploads', error)]
  } finally {
    // A store that has failed since has no time beyond that of the check.
    if (isKept) await Promise.race([files.remove(key).catch(() => {}), pause(REMOVAL_MS)])
    rmSync(folder, { recursive: true, force: true })
  }
}

async function* toIterable(bytes: Uint8Array) {
  yield bytes
}

/** Whether the contact of the site, which security.txt names, has a domain to which mail can be sent. */
export async function checkContact(
  { SITE_DIR, SITE_URL }: Environment,
  resolver: Pick<Resolver, 'resolveMx' | 'resolve4' | 'resolve6'> = new Resolver({
    timeout: TIMEOUT_MS / 2,
    tries: 1,
  }),
): Promise<Finding[]> {
  if (!SITE_URL || isLocalUrl(SITE_URL)) return []
  // The check of the configuration names a folder that cannot be read, and domains of documents.
  const folder = await readSiteFolder(SITE_DIR).catch(() => undefined)
  const contact = folder?.identity.contact ?? IDENTITY.contact
  if (!folder || isUnreachable(contact)) return []
  const domain = domainToASCII(contact.slice(contact.lastIndexOf('@') + 1))
  const lookUps = [resolver.resolveMx(domain), resolver.resolve4(domain), resolver.resolve6(domain)]
  const answers = await Promise.allSettled(lookUps)
  const isAbsent = answers.every(
    (answer) => answer.status === 'rejected' && NO_DOMAIN.has(answer.reason?.code),
  )
  return isAbsent
    ? [warning('contact', `the domain of ${contact} does not exist: set contact in site.toml`)]
    : []
}

/** A resolver that does not answer says nothing about a domain. */
const NO_DOMAIN = new Set<unknown>(['ENOTFOUND', 'ENODATA'])

/** The public address, as visitors reach it, and the clock by its answer. */
export async function checkSite(environment: Environment): Promise<Finding[]> {
  const { SITE_URL } = environment
  const url = siteUrlOf(environment)
  const sentAt = Date.now()
  const response = await request(`${url}/_/ready`)
  if (!response)
    return SITE_URL && !isLocalUrl(SITE_URL)
      ? [
          warning(
            'site',
            `${url} does not answer: start the site, and check proxy, DNS and certificate`,
          ),
        ]
      : [ok('site', `does not run at ${url}`)]
  const date = Date.parse(response.headers.get('date') ?? '')
  const { status } = response
  return [
    status === 200
      ? ok('site', `${url} is ready`)
      : warning('site', `${url} answers ${status}: ${(await response.text()).slice(0, 100)}`),
    ...(isLocalUrl(url) || Number.isNaN(date) ? [] : [compareClocks(url, date, sentAt)]),
  ]
}

/** @param other the time of the other clock at `at`, both in milliseconds */
export function compareClocks(name: string, other: number, at: number): Finding {
  const apart = Math.round(Math.abs(other - at) / 1000)
  return apart > MOST_SECONDS_APART
    ? failed('clock', `this machine and ${name} are ${apart} s apart: synchronize their clocks`)
    : ok('clock', `within ${apart + 1} s of ${name}`)
}

/** A hosted project: its API and the keys. */
export async function checkSupabase(environment: Environment): Promise<Finding[]> {
  const { SUPABASE_URL, SUPABASE_ANON_KEY = '', SUPABASE_SERVICE_KEY } = environment
  const url = `${SUPABASE_URL}/rest/v1/categories?select=name&limit=1`
  const keys = {
    SUPABASE_ANON_KEY,
    ...(SUPABASE_SERVICE_KEY ? { SUPABASE_SERVICE_KEY } : {}),
  }
  const checks = Object.entries(keys).map(async ([name, key]) => {
    const response = await request(url, { apikey: key, Authorization: `Bearer ${key}` })
    if (!response) return failed('supabase', `${SUPABASE_URL} does not answer`)
    if (response.ok) return ok('supabase', `${SUPABASE_URL} accepts ${name} and has the tables`)
    return failed('supabase', `${SUPABASE_URL} answers ${response.status} to ${name}`)
  })
  const missing = SUPABASE_SERVICE_KEY
    ? []
    : [warning('supabase', 'without SUPABASE_SERVICE_KEY queued emails wait')]
  return [...(await Promise.all(checks)), ...missing]
}

const request = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined)
