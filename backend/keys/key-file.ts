import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import * as jose from 'jose'
import { z } from 'zod'
import { sealingKeyOf } from './seal.ts'
import { KEYS_UNTIL, permanent, signer } from './sign.ts'

/** The longest that the settings let an access token live (auth.jwt_expiry), in seconds. */
const LONGEST_TOKEN = 604_800

const jwk = z.looseObject({ kid: z.string() })
const stored = z.object({
  private: jwk.extend({ d: z.string() }),
  anon: z.string(),
  service: z.string(),
  /** Keys of before: they sign nothing, and are trusted until then (seconds since 1970). */
  retired: z.array(z.object({ public: jwk, until: z.number() })).default([]),
  /** What seals the database's secrets, once it no longer comes from the signing key. */
  sealing: z.string().optional(),
})

type Stored = z.output<typeof stored>

/** A key that signatures are checked with. */
export interface TrustedKey {
  key: KeyObject
  /** seconds since 1970; for the signing key none */
  until: number
  publicJwk: jose.JWK
}

/** What a key file says. */
export interface KeyRing {
  signing: { key: KeyObject; kid: string }
  trusted: ReadonlyMap<string, TrustedKey>
  anonKey: string
  serviceKey: string
  sealingKey: string
}

/** @throws {Error} when it cannot be read, naming it */
export function readKeyFile(file: string): KeyRing {
  const content = read(file)
  const { d, ...publicJwk } = content.private
  const trusted = new Map<string, TrustedKey>()
  for (const { public: known, until } of [
    { public: publicJwk, until: Number.POSITIVE_INFINITY },
    ...content.retired,
  ]) {
    const key = createPublicKey({ key: known, format: 'jwk' })
    trusted.set(String(known.kid), { key, until, publicJwk: known as jose.JWK })
  }
  return {
    signing: {
      key: createPrivateKey({ key: content.private, format: 'jwk' }),
      kid: content.private.kid,
    },
    trusted,
    anonKey: content.anon,
    serviceKey: content.service,
    sealingKey: content.sealing ?? sealingKeyOf(d),
  }
}

function read(file: string): Stored {
  const content = stored.safeParse(jsonOf(readFileSync(file, 'utf8')))
  if (content.success) return content.data
  throw new Error(`${file} is no key file: put the right one back, or remove it for new keys`)
}

/** A new pair, and the two permanent keys that it signs; nothing where a file is there already. */
export async function makeKeyFile(file: string): Promise<void> {
  const pair = await newPair()
  const key = createPrivateKey({ key: pair, format: 'jwk' })
  const sign = signer(key, 'ES256', pair.kid)
  const content = {
    private: pair,
    anon: await sign(permanent('anon'), KEYS_UNTIL),
    service: await sign(permanent('service_role'), KEYS_UNTIL),
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Whole or not at all: a half-written key file would lock everyone out. And of two that start at
  // once the first one's keys hold, for both.
  const draft = `${file}.${process.pid}.new`
  write(draft, content)
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Signs with a new key from now on. The one before is trusted until its last access token has ended;
 * the anonymous and the service key, and what was sealed, stay as they are.
 * @returns the new key's id
 * @throws {Error} when the file cannot be read, or another rotation is under way
 */
export async function rotateKeyFile(file: string): Promise<string> {
  const pair = await newPair()
  await changeKeyFile(file, (before) => {
    const { d, ...publicJwk } = before.private
    const now = Math.floor(Date.now() / 1000)
    const retired = [
      { public: publicJwk, until: now + LONGEST_TOKEN },
      ...before.retired.filter(({ until }) => until > now),
    ]
    return { ...before, private: pair, retired, sealing: before.sealing ?? sealingKeyOf(d) }
  })
  return pair.kid
}

/**
 * Another service key from now on: the one before opens nothing any more.
 * @throws {Error} as `rotateKeyFile`
 */
export function replaceServiceKey(file: string): Promise<void> {
  return changeKeyFile(file, async (before) => {
    const key = createPrivateKey({ key: before.private, format: 'jwk' })
    const sign = signer(key, 'ES256', before.private.kid)
    return { ...before, service: await sign(permanent('service_role'), KEYS_UNTIL) }
  })
}

async function changeKeyFile(
  file: string,
  change: (before: Stored) => object | Promise<object>,
): Promise<void> {
  const draft = `${file}.rotation`
  try {
    // The draft is the lock as well.
    closeSync(openSync(draft, 'wx', 0o600))
  } catch {
    throw new Error(`another rotation is under way; if it is not, remove ${draft}`)
  }
  try {
    write(draft, await change(read(file)))
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}

async function newPair() {
  const pair = await jose.generateKeyPair('ES256', { extractable: true })
  const key = await jose.exportJWK(pair.privateKey)
  return { ...key, kid: await jose.calculateJwkThumbprint(key), alg: 'ES256', use: 'sig' }
}

function write(file: string, content: object): void {
  const handle = openSync(file, 'w', 0o600)
  try {
    writeFileSync(handle, JSON.stringify(content, null, 2))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
