import { decodeJwt } from 'jose'
import type { Caller } from '../database/database.ts'
import { type Keys, TokenError } from '../keys/keys.ts'

export interface VerifiedToken {
  caller: Caller
  /** Milliseconds since 1970. */
  expiresAt: number
  /** Likewise. */
  verifiedAt: number
}

/** A token that is refused, in the words of Supabase's server. */
export class RefusedToken extends Error {
  /** What precedes the message in the reply to a join. */
  readonly code: 'InvalidJWTToken' | 'MalformedJWT'

  constructor(code: RefusedToken['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** What ends the channels of a session that ends. */
export const SESSION_ENDED = 'The session has ended'

/** @throws {RefusedToken} */
export async function verifyToken(keys: Keys, token: string): Promise<VerifiedToken> {
  const claims = await keys.verify(token).catch((error: unknown) => {
    if (!(error instanceof TokenError)) throw error
    if (error.isEnded) throw new RefusedToken('InvalidJWTToken', SESSION_ENDED)
    if (error.isExpired) throw new RefusedToken('InvalidJWTToken', expiryMessage(readExpiry(token)))
    throw new RefusedToken('MalformedJWT', 'The token provided is not a valid JWT')
  })
  if (claims.exp === undefined) {
    throw new RefusedToken('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT')
  }
  const caller = { role: claims.role, claims }
  return { caller, expiresAt: claims.exp * 1000, verifiedAt: Date.now() }
}

/** A service key is replaced because it leaked: its sockets end at the next sweep. */
export const isServiceToken = ({ caller }: VerifiedToken) => caller.role === 'service_role'

/** @param expiresAt milliseconds since 1970 */
export function expiryMessage(expiresAt: number): string {
  const seconds = Math.max(0, Math.floor((Date.now() - expiresAt) / 1000))
  return `Token has expired ${seconds} seconds ago`
}

/** Of a token whose signature is verified. */
const readExpiry = (token: string) => (decodeJwt(token).exp ?? 0) * 1000
