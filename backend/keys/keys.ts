import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import * as jose from 'jose'
import { z } from 'zod'
import type { Role } from '../database/database.ts'
import { type Seal, sealOf } from './seal.ts'

export interface Claims extends jose.JWTPayload {
  role: Role
  email?: string
  session_id?: string
}

export interface Keys {
  /** For the browser: what anyone may do. */
  anonKey: string
  /** For operators: past row security. Never leaves the server. */
  serviceKey: string
  /** @param lifetime seconds */
  sign(claims: Record<string, unknown>, lifetime: number): Promise<string>
  /** @throws {TokenError} */
  verify(token: string): Promise<Claims>
  /**
   * What a token says that this backend signed for a purpose of its own, such as a signed address.
   * @throws {TokenError}
   */
  open(token: string): Promise<jose.JWTPayload>
  jwks(): jose.JSONWebKeySet
  /** For secrets in the database. */
  seal: Seal
}

export class TokenError extends Error {
  readonly isExpired: boolean
  constructor(isExpired: boolean) {
    super(isExpired ? 'JWT expired' : 'JWT invalid')
    this.isExpired = isExpired
  }
}

const ROLES = ['anon', 'authenticated', 'service_role']

/**
 * The anonymous and the service key are as good as permanent: they are in operators' settings. Both
 * times are fixed, so that one shared secret always gives the same two keys.
 */
const KEYS_FROM = Date.UTC(2026, 0, 1) / 1000
const KEYS_UNTIL = Date.UTC(2056, 0, 1) / 1000

/** Tokens whose signature was checked lately; the same few come with every request. */
const REMEMBERED = 1000

const stored = z.object({
  private: z.looseObject({ kid: z.string(), d: z.string() }),
  anon: z.string(),
  service: z.string(),
})

/**
 * An ES256 pair, made at the first start and kept in a file that only its owner reads; or, with a
 * shared secret, HS256, as a self-hosted Supabase does.
 * @param file where the pair is kept
 * @param secret at least 32 characters
 * @throws {Error} when the file cannot be read
 */
export async function openKeys(file: string, secret?: string): Promise<Keys> {
  if (secret) return keysOf(new TextEncoder().encode(secret), 'HS256', sealOf(secret))
  if (!existsSync(file)) await makeKeys(file)
  const content = stored.safeParse(jsonOf(readFileSync(file, 'utf8')))
  if (!content.success) {
    throw new Error(`${file} is no key file: put the right one back, or remove it for new keys`)
  }
  const key = (await jose.importJWK(content.data.private as jose.JWK, 'ES256')) as jose.CryptoKey
  const { d, ...publicJwk } = content.data.private
  return keysOf(key, 'ES256', sealOf(d), {
    anonKey: content.data.anon,
    serviceKey: content.data.service,
    publicJwk: publicJwk as jose.JWK,
  })
}

async function makeKeys(file: string): Promise<void> {
  const pair = await jose.generateKeyPair('ES256', { extractable: true })
  const jwk = await jose.exportJWK(pair.privateKey)
  const kid = await jose.calculateJwkThumbprint(jwk)
  const sign = signer(pair.privateKey, 'ES256', kid)
  const content = {
    private: { ...jwk, kid, alg: 'ES256', use: 'sig' },
    anon: await sign(permanent('anon'), KEYS_UNTIL),
    service: await sign(permanent('service_role'), KEYS_UNTIL),
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Whole or not at all: a half-written key file would lock everyone out. And of two that start at
  // once the first one's keys hold, for both.
  const draft = `${file}.${process.pid}.new`
  const handle = openSync(draft, 'w', 0o600)
  try {
    writeFileSync(handle, JSON.stringify(content, null, 2))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

const permanent = (role: Role) => ({ role, iss: 'supabase', iat: KEYS_FROM })

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type SigningKey = jose.CryptoKey | Uint8Array

function signer(key: SigningKey, algorithm: string, kid?: string) {
  return (claims: jose.JWTPayload, expiresAt: number): Promise<string> =>
    new jose.SignJWT({ ...claims, exp: expiresAt })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT', ...(kid ? { kid } : {}) })
      .sign(key)
}

const now = () => Math.floor(Date.now() / 1000)

async function keysOf(
  key: SigningKey,
  algorithm: 'ES256' | 'HS256',
  seal: Seal,
  known?: { anonKey: string; serviceKey: string; publicJwk: jose.JWK },
): Promise<Keys> {
  const sign = signer(key, algorithm, known?.publicJwk.kid)
  const verifyKey = known ? await jose.importJWK(known.publicJwk, algorithm) : key
  const remembered = new Map<string, jose.JWTPayload>()

  async function open(token: string): Promise<jose.JWTPayload> {
    const known = remembered.get(token)
    if (known) {
      if (known.exp !== undefined && known.exp <= now()) throw new TokenError(true)
      return known
    }
    const { payload } = await jose
      .jwtVerify(token, verifyKey, { algorithms: [algorithm] })
      .catch((error: unknown) => {
        throw new TokenError(error instanceof jose.errors.JWTExpired)
      })
    // The oldest makes room; a Map keeps the order in which it was filled.
    const [oldest] = remembered.size >= REMEMBERED ? remembered.keys() : []
    if (oldest !== undefined) remembered.delete(oldest)
    remembered.set(token, payload)
    return payload
  }

  return {
    anonKey: known?.anonKey ?? (await sign(permanent('anon'), KEYS_UNTIL)),
    serviceKey: known?.serviceKey ?? (await sign(permanent('service_role'), KEYS_UNTIL)),
    sign: (claims, lifetime) => sign({ ...claims, iat: now() }, now() + lifetime),
    async verify(token) {
      const payload = await open(token)
      const isForUs = payload.aud === undefined || payload.aud === 'authenticated'
      if (!isForUs || !ROLES.includes(String(payload.role))) throw new TokenError(false)
      return payload as Claims
    },
    open,
    jwks: () => ({ keys: known ? [known.publicJwk] : [] }),
    seal,
  }
}
