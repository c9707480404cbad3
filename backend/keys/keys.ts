import { existsSync, statSync } from 'node:fs'
import * as jose from 'jose'
import type { Role } from '../database/database.ts'
import { type KeyRing, makeKeyFile, readKeyFile } from './key-file.ts'
import { type Seal, sealingKeyOf, sealOf } from './seal.ts'
import { KEYS_UNTIL, permanent, signer } from './sign.ts'

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

/** Tokens whose signature was checked lately; the same few come with every request. */
const REMEMBERED = 1000

/** Signs and checks, whatever the keys are. */
interface Signatures {
  sign(claims: jose.JWTPayload, expiresAt: number): Promise<string>
  /**
   * What a token says, and until when its key is trusted, in seconds since 1970.
   * @throws whatever is wrong with it
   */
  check(token: string): Promise<{ payload: jose.JWTPayload; until: number }>
  jwks(): jose.JSONWebKeySet
}

/**
 * An ES256 pair, made at the first start and kept in a file that only its owner reads; or, with a
 * shared secret, HS256, as a self-hosted Supabase does. The file is read again when it was changed.
 * @param file where the pair is kept
 * @param secret at least 32 characters
 * @throws {Error} when the file cannot be read
 */
export async function openKeys(file: string, secret?: string): Promise<Keys> {
  if (secret) return openSecret(secret)
  if (!existsSync(file)) await makeKeyFile(file)
  const ring = followed(file)
  const { anonKey, serviceKey, sealingKey } = ring()
  const isServiceKey = (token: string) => token === ring().serviceKey
  const signatures: Signatures = {
    sign(claims, expiresAt) {
      const { key, kid } = ring().signing
      return signer(key, 'ES256', kid)(claims, expiresAt)
    },
    async check(token) {
      // Both stay good for ever, also when the key that signed them is trusted no longer.
      if (token === anonKey || isServiceKey(token)) {
        return { payload: jose.decodeJwt(token), until: KEYS_UNTIL }
      }
      const { kid = '' } = jose.decodeProtectedHeader(token)
      const known = ring().trusted.get(kid)
      if (!known || known.until <= now()) throw new TokenError(false)
      const { payload } = await jose.jwtVerify(token, known.key, { algorithms: ['ES256'] })
      // There is one at a time: another has leaked, and was replaced.
      if (payload.role === 'service_role') throw new TokenError(false)
      return { payload, until: known.until }
    },
    jwks() {
      const trusted = [...ring().trusted.values()].filter(({ until }) => until > now())
      return { keys: trusted.map(({ publicJwk }) => publicJwk) }
    },
  }
  return keysOf(signatures, { anonKey, serviceKey, seal: sealOf(sealingKey) })
}

async function openSecret(secret: string): Promise<Keys> {
  const key = new TextEncoder().encode(secret)
  const sign = signer(key, 'HS256')
  const check: Signatures['check'] = async (token) => {
    const { payload } = await jose.jwtVerify(token, key, { algorithms: ['HS256'] })
    return { payload, until: KEYS_UNTIL }
  }
  return keysOf(
    { sign, check, jwks: () => ({ keys: [] }) },
    {
      anonKey: await sign(permanent('anon'), KEYS_UNTIL),
      serviceKey: await sign(permanent('service_role'), KEYS_UNTIL),
      seal: sealOf(sealingKeyOf(secret)),
    },
  )
}

/** The file as it is now. One that cannot be read any more changes nothing for who has read it. */
function followed(file: string): () => KeyRing {
  const versionOf = () => {
    const { ino, mtimeMs, size } = statSync(file)
    return `${ino} ${mtimeMs} ${size}`
  }
  let version = versionOf()
  let ring = readKeyFile(file)
  return () => {
    try {
      const current = versionOf()
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

function keysOf(
  { sign, check, jwks }: Signatures,
  fixed: Pick<Keys, 'anonKey' | 'serviceKey' | 'seal'>,
): Keys {
  const remembered = new Map<string, Awaited<ReturnType<Signatures['check']>>>()

  async function open(token: string): Promise<jose.JWTPayload> {
    const known = remembered.get(token)
    if (known) {
      if (known.payload.exp !== undefined && known.payload.exp <= now()) throw new TokenError(true)
      if (known.until > now()) return known.payload
      remembered.delete(token)
    }
    const checked = await check(token).catch((error: unknown) => {
      throw new TokenError(error instanceof jose.errors.JWTExpired)
    })
    // One that was replaced is good no longer, at once.
    if (checked.payload.role === 'service_role') return checked.payload
    // The oldest makes room; a Map keeps the order in which it was filled.
    const [oldest] = remembered.size >= REMEMBERED ? remembered.keys() : []
    if (oldest !== undefined) remembered.delete(oldest)
    remembered.set(token, checked)
    return checked.payload
  }

  return {
    ...fixed,
    sign: (claims, lifetime) => sign({ ...claims, iat: now() }, now() + lifetime),
    async verify(token) {
      const payload = await open(token)
      const isForUs = payload.aud === undefined || payload.aud === 'authenticated'
      // A list of one name would read like the name.
      const isRole = typeof payload.role === 'string' && ROLES.includes(payload.role)
      if (!isForUs || !isRole) throw new TokenError(false)
      return payload as Claims
    },
    open,
    jwks,
  }
}
