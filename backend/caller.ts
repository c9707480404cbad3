import type { Caller } from './database/database.ts'
import { type Keys, TokenError } from './keys/keys.ts'
import { restError } from './rest/errors.ts'

/** The token of a request: what it bears, else the key of the application. */
export function tokenOf(request: Request): string | undefined {
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  return bearer ?? request.headers.get('apikey') ?? undefined
}

/**
 * Who a request speaks for.
 * @throws {ApiError} 401: PGRST301 for a token that is none of ours, PGRST303 for one too old
 */
export async function callerOf(request: Request, keys: Keys): Promise<Caller> {
  const authorization = request.headers.get('authorization')
  if (authorization && !/^Bearer\s+\S+$/i.test(authorization)) {
    throw refused('PGRST301', 'JWT invalid')
  }
  const token = tokenOf(request)
  if (!token) return { role: 'anon', claims: {} }
  try {
    const claims = await keys.verify(token)
    return { role: claims.role, claims }
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    throw refused(error.isExpired ? 'PGRST303' : 'PGRST301', error.message)
  }
}

const refused = (code: string, message: string) => restError(401, code, message)
