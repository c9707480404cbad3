import { existsSync, statSync } from 'node:fs'
import * as jose from 'jose'
import type { Role } from '../database/database.ts'
import {
  createKeyFile,
  createPermanentClaims,
  createSigner,
  KEYS_UNTIL,
  type KeyRing,
  readKeyFile,
} from './key-file.ts'
import { createSeal, deriveSealingKey, type Seal } from './seal.ts'

export interface Claims extends jose.JWTPayload {
  role: Role
  email?: string
  session_id?: string
}

export interface Keys {
  /** For browsers: the rights of anonymous visitors. */
  anonKey: string
  /** For operators: bypasses row security. Must not leave the server. It changes when it is replaced. */
  readonly serviceKey: string
  /** @param lifetime seconds */
  sign(claims: Record<string, unknown>, lifetime: number): Promise<string>
  /** @throws {TokenError} */
  verify(token: string): Promise<Claims>
  /**
   * The claims of a token that this backend signed for its own use, such as a signed URL.
   * @throws {TokenError}
   */
  open(token: string): Promise<jose.JWTPayload>
  jwks(): jose.JSONWebKeySet
  /** Encrypts secrets in the database. */
  seal: Seal
}

const TOKEN_MESSAGES = {
  invalid: 'JWT invalid',
  expired: 'JWT expired',
  ended: 'The session has ended',
} as const

/** A token that is not valid. Each API words its own response. */
export class TokenError extends Error {
  readonly isExpired: boolean
  /** The token is right, but its session has ended. */
  readonly isEnded: boolean
  constructor(reason: keyof typeof TOKEN_MESSAGES) {
    super(TOKEN_MESSAGES[reason])
    this.isExpired = reason === 'expired'
    this.isEnded = reason === 'ended'
  }
}

const ROLES = ['anon', 'authenticated', 'service_role']

/** Verified tokens in memory; most requests repeat a few tokens. */
const MAX_CACHED_TOKENS = 1000

/** Signs and verifies with either kind of key. */
interface TokenSigner {
  sign(claims: jose.JWTPayload, expiresAt: number): Promise<string>
  /**
   * The claims of a token, and until when its key is trusted, in seconds since 1970.
   * @throws {Error} for a token that is not valid
   */
  check(token: string): Promise<{ payload: jose.JWTPayload; until: number }>
  jwks(): jose.JSONWebKeySet
}

/**
 * Opens an ES256 key pair, which the first start creates in a file that only its owner can read. With a
 * shared secret it uses HS256, as a self-hosted Supabase does. A changed file is read again.
 * @param file of the key pair
 * @param secret at least 32 characters
 * @throws {Error} when the file cannot be read
 */
export async function openKeys(file: string, secret?: string): Promise<Keys> {
  if (secret) return openSharedSecret(secret)
  if (!existsSync(file)) await createKeyFile(file)
  const ring = watchKeyFile(file)
  const { anonKey, sealingKey } = ring()
  const isServiceKey = (token: string) => token === ring().serviceKey
  const tokenSigner: TokenSigner = {
    sign(claims, expiresAt) {
      const { key, kid } = ring().signing
      return createSigner(key, 'ES256', kid)(claims, expiresAt)
    },
    async check(token) {
      // Both are always valid, even after the key that signed them has expired.
      if (token === anonKey || isServiceKey(token)) {
        return { payload: jose.decodeJwt(token), until: KEYS_UNTIL }
      }
      const { kid = '' } = jose.decodeProtectedHeader(token)
      const trusted = ring().trusted.get(kid)
      if (!trusted || trusted.until <= now()) throw new TokenError('invalid')
      const { payload } = await jose.jwtVerify(token, trusted.key, { algorithms: ['ES256'] })
      // Only the current service key is valid: an earlier one was replaced because it leaked.
      if (payload.role === 'service_role') throw new TokenError('invalid')
      return { payload, until: trusted.until }
    },
    jwks() {
      const trusted = [...ring().trusted.values()].filter(({ until }) => until > now())
      return { keys: trusted.map(({ publicJwk }) => publicJwk) }
    },
  }
  const getServiceKey = () => ring().serviceKey
  return createKeys(tokenSigner, { anonKey, getServiceKey, seal: createSeal(sealingKey) })
}

async function openSharedSecret(secret: string): Promise<Keys> {
  const key = new TextEncoder().encode(secret)
  const sign = createSigner(key, 'HS256')
  const check: TokenSigner['check'] = async (token) => {
    const { payload } = await jose.jwtVerify(token, key, { algorithms: ['HS256'] })
    return { payload, until: KEYS_UNTIL }
  }
  const serviceKey = await sign(createPermanentClaims('service_role'), KEYS_UNTIL)
  return createKeys(
    { sign, check, jwks: () => ({ keys: [] }) },
    {
      anonKey: await sign(createPermanentClaims('anon'), KEYS_UNTIL),
      getServiceKey: () => serviceKey,
      seal: createSeal(deriveSealingKey(secret)),
    },
  )
}

/** The current content of the file. If it becomes unreadable, the last content is used. */
function watchKeyFile(file: string): () => KeyRing {
  const readVersion = () => {
    const { ino, mtimeMs, size } = statSync(file)
    return `${ino} ${mtimeMs} ${size}`
  }
  let version = readVersion()
  let ring = readKeyFile(file)
  return () => {
    try {
      const current = readVersion()
      if (current !== version) {
        ring = readKeyFile(file)
        version = current
      }
    } catch {
      return ring
    }
    return ring
  }
}

const now = () => Math.floor(Date.now() / 1000)

function createKeys(
  { sign, check, jwks }: TokenSigner,
  { getServiceKey, ...fixedKeys }: Pick<Keys, 'anonKey' | 'seal'> & { getServiceKey: () => string },
): Keys {
  const cache = new Map<string, Awaited<ReturnType<TokenSigner['check']>>>()

  async function open(token: string): Promise<jose.JWTPayload> {
    const cached = cache.get(token)
    if (cached) {
      if (cached.payload.exp !== undefined && cached.payload.exp <= now())
        throw new TokenError('expired')
      if (cached.until > now()) return cached.payload
      cache.delete(token)
    }
    const checked = await check(token).catch((error: unknown) => {
      throw new TokenError(error instanceof jose.errors.JWTExpired ? 'expired' : 'invalid')
    })
    // Not cached, so that a replaced service key is refused immediately.
    if (checked.payload.role === 'service_role') return checked.payload
    // Drops the oldest token: a Map keeps the order of insertion.
    const [oldest] = cache.size >= MAX_CACHED_TOKENS ? cache.keys() : []
    if (oldest !== undefined) cache.delete(oldest)
    cache.set(token, checked)
    return checked.payload
  }

  return {
    ...fixedKeys,
    get serviceKey() {
      return getServiceKey()
    },
    sign: (claims, lifetime) => sign({ ...claims, iat: now() }, now() + lifetime),
    async verify(token) {
      const payload = await open(token)
      const isForUs = payload.aud === undefined || payload.aud === 'authenticated'
      // Not a list: a list of one role converts to the same text.
      const isRole = typeof payload.role === 'string' && ROLES.includes(payload.role)
      if (!isForUs || !isRole) throw new TokenError('invalid')
      return payload as Claims
    },
    open,
    jwks,
  }
}
