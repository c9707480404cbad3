import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import * as jose from 'jose'
import { z } from 'zod'
import type { Role } from '../database/database.ts'
import { makeFolders } from '../database/engines/folder-lock.ts'
import { deriveSealingKey } from './seal.ts'

/** The maximum of auth.jwt_expiry. */
const MAX_TOKEN_LIFETIME_SECONDS = 604_800

const jwkSchema = z.looseObject({ kid: z.string() })
const keyFileSchema = z.object({
  private: jwkSchema.extend({ d: z.string() }),
  anon: z.string(),
  service: z.string(),
  /** Earlier keys: they sign nothing and are trusted until a time in seconds since 1970. */
  retired: z.array(z.object({ public: jwkSchema, until: z.number() })).default([]),
  /** The key of the database's secrets, from the first rotation on; before, the signing key determines it. */
  sealing: z.string().optional(),
})

type KeyFile = z.output<typeof keyFileSchema>

/** A public key that verifies signatures. */
export interface TrustedKey {
  key: KeyObject
  /** In seconds since 1970; infinite for the signing key. */
  until: number
  publicJwk: jose.JWK
}

/** The keys of a key file. */
export interface KeyRing {
  signing: { key: KeyObject; kid: string }
  trusted: ReadonlyMap<string, TrustedKey>
  anonKey: string
  serviceKey: string
  sealingKey: string
}

/** @throws {Error} that names a file which cannot be read */
export function readKeyFile(file: string): KeyRing {
  const content = readKeys(file)
  const { d, ...publicJwk } = content.private
  const trusted = new Map<string, TrustedKey>()
  for (const { public: jwk, until } of [
    { public: publicJwk, until: Number.POSITIVE_INFINITY },
    ...content.retired,
  ]) {
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    trusted.set(String(jwk.kid), { key, until, publicJwk: jwk as jose.JWK })
  }
  return {
    signing: {
      key: createPrivateKey({ key: content.private, format: 'jwk' }),
      kid: content.private.kid,
    },
    trusted,
    anonKey: content.anon,
    serviceKey: content.service,
    sealingKey: content.sealing ?? deriveSealingKey(d),
  }
}

function readKeys(file: string): KeyFile {
  if (statSync(file).isDirectory()) throw new Error(`${file} is a folder and no key file`)
  const content = keyFileSchema.safeParse(parseJson(readFileSync(file, 'utf8')))
  if (content.success) return content.data
  throw new Error(`${file} is no key file: restore the right one, or remove it to create new keys`)
}

/** Creates a file with a new key pair and the two permanent keys, unless there is one already. */
export async function createKeyFile(file: string): Promise<void> {
  const pair = await createKeyPair()
  const key = createPrivateKey({ key: pair, format: 'jwk' })
  const sign = createSigner(key, 'ES256', pair.kid)
  const content = {
    private: pair,
    anon: await sign(createPermanentClaims('anon'), KEYS_UNTIL),
    service: await sign(createPermanentClaims('service_role'), KEYS_UNTIL),
  }
  makeFolders(dirname(file))
  // Atomic: with a half-written file no member could sign in. If two processes start at the same
  // time, both use the keys of the first.
  const draft = `${file}.${process.pid}.new`
  writeKeys(draft, content)
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Replaces the signing key. The previous one is trusted until its last access token has expired. The
 * anonymous key, the service key and sealed secrets remain valid.
 * @returns the new key's id
 * @throws {Error} if the file cannot be read, or another rotation is running
 */
export async function rotateKeyFile(file: string): Promise<string> {
  const pair = await createKeyPair()
  await changeKeyFile(file, (before) => {
    const { d, ...publicJwk } = before.private
    const now = Math.floor(Date.now() / 1000)
    const retired = [
      { public: publicJwk, until: now + MAX_TOKEN_LIFETIME_SECONDS },
      ...before.retired.filter(({ until }) => until > now),
    ]
    return { ...before, private: pair, retired, sealing: before.sealing ?? deriveSealingKey(d) }
  })
  return pair.kid
}

/**
 * Replaces the service key; the previous one is no longer valid.
 * @throws {Error} as `rotateKeyFile`
 */
export function replaceServiceKey(file: string): Promise<void> {
  return changeKeyFile(file, async (before) => {
    const key = createPrivateKey({ key: before.private, format: 'jwk' })
    const sign = createSigner(key, 'ES256', before.private.kid)
    return { ...before, service: await sign(createPermanentClaims('service_role'), KEYS_UNTIL) }
  })
}

async function changeKeyFile(
  file: string,
  change: (before: KeyFile) => object | Promise<object>,
): Promise<void> {
  const draft = `${file}.rotation`
  try {
    // The draft is also the lock: `wx` fails while another rotation has one.
    closeSync(openSync(draft, 'wx', 0o600))
  } catch {
    throw new Error(`another rotation is running; if it is not, remove ${draft}`)
  }
  try {
    writeKeys(draft, await change(readKeys(file)))
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}

async function createKeyPair() {
  const pair = await jose.generateKeyPair('ES256', { extractable: true })
  const key = await jose.exportJWK(pair.privateKey)
  return { ...key, kid: await jose.calculateJwkThumbprint(key), alg: 'ES256', use: 'sig' }
}

function writeKeys(file: string, content: object): void {
  const handle = openSync(file, 'w', 0o600)
  try {
    writeFileSync(handle, JSON.stringify(content, null, 2))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The anonymous key and the service key are practically permanent, because they are in operators'
 * settings. Both times are fixed, so that a shared secret always results in the same keys.
 */
const KEYS_FROM = Date.UTC(2026, 0, 1) / 1000
export const KEYS_UNTIL = Date.UTC(2056, 0, 1) / 1000

export const createPermanentClaims = (role: Role) => ({ role, iss: 'supabase', iat: KEYS_FROM })

/** @returns a function that signs claims until a time in seconds since 1970 */
export function createSigner(
  key: KeyObject | Uint8Array,
  algorithm: 'ES256' | 'HS256',
  kid?: string,
) {
  return (claims: jose.JWTPayload, expiresAt: number): Promise<string> =>
    new jose.SignJWT({ ...claims, exp: expiresAt })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT', ...(kid ? { kid } : {}) })
      .sign(key)
}
