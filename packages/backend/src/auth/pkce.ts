import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Transaction } from '../database/database.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { rememberBrowser } from './known-browser.ts'
import { authError, invalidError } from './request/errors.ts'
import { parseBody } from './request/parse-body.ts'
import { createRandomToken, digest, refuseBannedUser, startSession } from './sessions.ts'
import { findUser } from './users/users.ts'

/** The challenge of a PKCE flow; its client proves later that it knows the verifier (RFC 7636). */
export interface Challenge {
  challenge: string
  method: 's256' | 'plain'
}

/** Fields of a request that may start a flow; null or missing in the implicit flow. */
export const challengeFields = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
}

/** In seconds, as in GoTrue. */
const CODE_LIFETIME = 300

/** Marks the token of a PKCE flow, so that it can be recognized after it was used up, as in GoTrue. */
const PREFIX = 'pkce_'

export const addPkcePrefix = (token: string, challenge: Challenge | undefined): string =>
  challenge ? PREFIX + token : token

export const isPkceToken = (token: string | undefined): boolean =>
  token?.startsWith(PREFIX) ?? false

/** @throws {ApiError} 400 for one field without the other, or values that RFC 7636 does not allow */
export function parseChallenge(body: {
  code_challenge?: string | null | undefined
  code_challenge_method?: string | null | undefined
}): Challenge | undefined {
  const challenge = body.code_challenge ?? ''
  const method = (body.code_challenge_method ?? '').toLowerCase()
  if (!challenge && !method) return undefined
  if (!challenge || !method) {
    throw invalidError('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (method !== 's256' && method !== 'plain') {
    throw invalidError('code_challenge_method must be s256 or plain')
  }
  if (!/^[\w.~-]{43,128}$/.test(challenge)) {
    throw invalidError('code_challenge must be 43 to 128 letters, digits, or any of -._~')
  }
  return { challenge, method }
}

/** @returns a code for the client that sent the challenge; it works once, within five minutes */
export async function issueCode(
  db: Transaction,
  userId: string,
  method: 'otp' | 'oauth' | 'recovery',
  { challenge, method: challengeMethod }: Challenge,
): Promise<string> {
  const code = createRandomToken()
  // For a day an expired code answers `flow_state_expired`.
  await db.query("delete from auth.flow_state where created_at < now() - interval '1 day'")
  await db.query(
    `insert into auth.flow_state
       (user_id, auth_code_hash, code_challenge, code_challenge_method, authentication_method, is_recovery)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      userId,
      digest(code),
      challenge,
      challengeMethod,
      method === 'oauth' ? method : 'otp',
      method === 'recovery',
    ],
  )
  return code
}

/** Adds parameters to the query of a redirect. */
export function addQuery(target: string, parameters: Record<string, string>): string {
  const url = new URL(target)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/**
 * Adds tokens, a message or an error to the fragment of a redirect.
 * @param isPkce adds them to the query as well, for a server that exchanges the code
 */
export function buildRedirect(
  target: string,
  parameters: Record<string, string>,
  isPkce: boolean,
): string {
  const address = isPkce ? addQuery(target, parameters) : target
  return `${address.split('#')[0]}#${new URLSearchParams(parameters)}`
}

/** The session as a client reads it from the fragment of a redirect. */
export const toParameters = (session: {
  access_token: string
  expires_at: number
  expires_in: number
  refresh_token: string
}) => ({
  access_token: session.access_token,
  expires_at: String(session.expires_at),
  expires_in: String(session.expires_in),
  refresh_token: session.refresh_token,
  token_type: 'bearer',
})

interface FlowState extends Challenge {
  user_id: string
  authentication_method: 'otp' | 'oauth'
  is_recovery: boolean
  is_fresh: boolean
}

/** Starts a session for a code and the verifier of its challenge. */
export async function exchangeCode(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const text = z.string().max(200).default('')
  const body = await parseBody(c, z.object({ auth_code: text, code_verifier: text }))
  await auth.limits.refreshesByNetwork.consume(c.env.clientAddress)
  const { auth_code: code, code_verifier: verifier } = body
  if (!code || !verifier) {
    throw invalidError('invalid request: both auth code and code verifier should be non-empty')
  }
  const { session, user } = await auth.database.transactionAsOwner(async (db) => {
    const [flow] = await db.query<FlowState>(
      `select user_id, code_challenge as challenge, code_challenge_method as method,
         authentication_method, is_recovery, created_at > now() - make_interval(secs => $2) as is_fresh
       from auth.flow_state where auth_code_hash = $1`,
      [digest(code), CODE_LIFETIME],
    )
    if (!flow) throw flowNotFound()
    if (!flow.is_fresh) {
      throw authError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
    }
    if (!matchesVerifier(flow, verifier)) {
      const message = 'code challenge does not match previously saved code verifier'
      throw authError(400, 'bad_code_verifier', message)
    }
    // Locks the user before the code, in the same order as `deletePendingTokens`.
    const user = await findUser(db, flow.user_id, 'for update')
    const used = await db.query(
      'delete from auth.flow_state where auth_code_hash = $1 returning id',
      [digest(code)],
    )
    if (!user || used.length === 0) throw flowNotFound()
    refuseBannedUser(user)
    const method = flow.is_recovery ? 'recovery' : flow.authentication_method
    return startSession(auth, c, db, user, method)
  })
  rememberBrowser(auth, c, user)
  return c.json(session)
}

const flowNotFound = () =>
  authError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')

function matchesVerifier({ challenge, method }: Challenge, verifier: string): boolean {
  const derived =
    method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  // Compares digests, because `timingSafeEqual` needs equal lengths.
  return timingSafeEqual(Buffer.from(digest(derived)), Buffer.from(digest(challenge)))
}
