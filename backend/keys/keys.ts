import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as jose from 'jose'
import { z } from 'zod'
import type { Role } from '../database/database.ts'

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
  jwks(): jose.JSONWebKeySet
}

export class TokenError extends Error {
  readonly isExpired: boolean
  constructor(isExpired: boolean) {
    super(isExpired ? 'JWT expired' : 'JWT invalid')
    this.isExpired = isExpired
  }
}

const ROLES = ['anon', 'authenticated', 'service_role']

/** The anonymous and the service key are as good as permanent: they are in operators' settings. */
const YEARS = 20 * 365 * 24 * 3600

const stored = z.object({
  private: z.looseObject({ kid: z.string() }),
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
  if (secret) return keysOf(new TextEncoder().encode(secret), 'HS256')
  if (!existsSync(file)) await makeKeys(file)
  const content = stored.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!content.success) throw new Error(`${file} is no key file`)
  const key = (await jose.importJWK(content.data.private as jose.JWK, 'ES256')) as jose.CryptoKey
  const { d: _secretPart, ...publicJwk } = content.data.private
  return keysOf(key, 'ES256', {
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
    anon: await sign({ role: 'anon', iss: 'supabase' }, YEARS),
    service: await sign({ role: 'service_role', iss: 'supabase' }, YEARS),
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Whole or not at all: a half-written key file would lock everyone out.
  writeFileSync(`${file}.new`, JSON.stringify(content, null, 2), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

type SigningKey = jose.CryptoKey | Uint8Array

function signer(key: SigningKey, algorithm: string, kid?: string) {
  return (claims: Record<string, unknown>, lifetime: number): Promise<string> =>
    new jose.SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, typ: 'JWT', ...(kid ? { kid } : {}) })
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + lifetime)
      .sign(key)
}

async function keysOf(
  key: SigningKey,
  algorithm: 'ES256' | 'HS256',
  known?: { anonKey: string; serviceKey: string; publicJwk: jose.JWK },
): Promise<Keys> {
  const sign = signer(key, algorithm, known?.publicJwk.kid)
  const verifyKey = known ? await jose.importJWK(known.publicJwk, algorithm) : key
  return {
    anonKey: known?.anonKey ?? (await sign({ role: 'anon', iss: 'supabase' }, YEARS)),
    serviceKey: known?.serviceKey ?? (await sign({ role: 'service_role', iss: 'supabase' }, YEARS)),
    sign,
    async verify(token) {
      try {
        const { payload } = await jose.jwtVerify(token, verifyKey, { algorithms: [algorithm] })
        const isForUs = payload.aud === undefined || payload.aud === 'authenticated'
        if (!isForUs || !ROLES.includes(String(payload.role))) throw new TokenError(false)
        return payload as Claims
      } catch (error) {
        throw new TokenError(error instanceof jose.errors.JWTExpired)
      }
    },
    jwks: () => ({ keys: known ? [known.publicJwk] : [] }),
  }
}
