import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Transaction } from '../database/database.ts'
import { type AuthContext, type AuthRequest, deviceOf, read } from './context.ts'
import { authError } from './errors.ts'
import { rememberBrowser } from './known-browser.ts'
import { digest, randomToken, refuseBanned, startSession } from './sessions.ts'
import { findUser } from './users.ts'

/** What a client that starts a PKCE flow sends, to prove later that it did (RFC 7636). */
export interface Challenge {
  challenge: string
  method: 's256' | 'plain'
}

/** Of a request that may start a flow; both are null or absent in the implicit flow. */
export const challengeFields = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
}

/** In seconds, as in GoTrue. */
const CODE_LIFETIME = 300

/** Shows that a link belongs to a PKCE flow after its token is gone, as in GoTrue. */
const PREFIX = 'pkce_'

export const withPrefix = (token: string, challenge: Challenge | undefined): string =>
  challenge ? PREFIX + token : token

export const isPkceToken = (token: string | undefined): boolean =>
  token?.startsWith(PREFIX) ?? false

/** @throws {ApiError} 400 for one without the other, or a form that RFC 7636 does not have */
export function challengeOf(body: {
  code_challenge?: string | null | undefined
  code_challenge_method?: string | null | undefined
}): Challenge | undefined {
  const challenge = body.code_challenge ?? ''
  const method = (body.code_challenge_method ?? '').toLowerCase()
  if (!challenge && !method) return undefined
  if (!challenge || !method) {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (method !== 's256' && method !== 'plain') {
    throw invalid('code_challenge_method must be s256 or plain')
  }
  if (!/^[\w.~-]{43,128}$/.test(challenge)) {
    throw invalid('code_challenge must be 43 to 128 letters, digits, or any of -._~')
  }
  return { challenge, method }
}

const invalid = (words: string) => authError(400, 'validation_failed', words)

/** @returns a code for who sent the challenge, which works once and for five minutes */
export async function issueCode(
  db: Transaction,
  userId: string,
  method: 'otp' | 'oauth',
  { challenge, method: challengeMethod }: Challenge,
): Promise<string> {
  const code = randomToken()
  // An expired code is refused as such for a day.
  await db.query("delete from auth.flow_state where created_at < now() - interval '1 day'")
  await db.query(
    `insert into auth.flow_state
       (user_id, auth_code_hash, code_challenge, code_challenge_method, authentication_method)
     values ($1, $2, $3, $4, $5)`,
    [userId, digest(code), challenge, challengeMethod, method],
  )
  return code
}

/** Where a PKCE flow leads back to with its code. */
export function withQuery(target: string, parameters: Record<string, string>): string {
  const url = new URL(target)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/**
 * Where a link leads back to with tokens, a message or an error.
 * @param isPkce puts it into the query as well, for a server that takes the code
 */
export function withAnswer(
  target: string,
  answer: Record<string, string>,
  isPkce: boolean,
): string {
  const address = isPkce ? withQuery(target, answer) : target
  return `${address.split('#')[0]}#${new URLSearchParams(answer)}`
}

interface Flow extends Challenge {
  user_id: string
  authentication_method: 'otp' | 'oauth'
  is_fresh: boolean
}

/** A session for a code and the verifier of its challenge. */
export async function exchangeCode(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const text = z.string().max(200).default('')
  const body = await read(c, z.object({ auth_code: text, code_verifier: text }))
  await auth.limits.refreshesFrom.consume(c.env.clientAddress)
  const { auth_code: code, code_verifier: verifier } = body
  if (!code || !verifier) {
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  }
  const { session, user } = await auth.database.transactionAsOwner(async (db) => {
    const [flow] = await db.query<Flow>(
      `select user_id, code_challenge as challenge, code_challenge_method as method,
         authentication_method, created_at > now() - make_interval(secs => $2) as is_fresh
       from auth.flow_state where auth_code_hash = $1`,
      [digest(code), CODE_LIFETIME],
    )
    if (!flow) throw flowNotFound()
    if (!flow.is_fresh) {
      throw authError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
    }
    if (!isVerified(flow, verifier)) {
      const words = 'code challenge does not match previously saved code verifier'
      throw authError(400, 'bad_code_verifier', words)
    }
    // The user first: what ends a user's codes locks the user before them.
    const user = await findUser(db, flow.user_id, 'for update')
    const used = await db.query(
      'delete from auth.flow_state where auth_code_hash = $1 returning id',
      [digest(code)],
    )
    if (!user || used.length === 0) throw flowNotFound()
    refuseBanned(user)
    const { authentication_method: method } = flow
    return { user, session: await startSession(db, user, method, deviceOf(c), auth.session) }
  })
  rememberBrowser(auth, c, user)
  return c.json(session)
}

const flowNotFound = () =>
  authError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')

function isVerified({ challenge, method }: Challenge, verifier: string): boolean {
  const shown =
    method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  // Digests, so that both have one length.
  return timingSafeEqual(Buffer.from(digest(shown)), Buffer.from(digest(challenge)))
}
