import type { KeyObject } from 'node:crypto'
import * as jose from 'jose'
import type { Role } from '../database/database.ts'

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
