import { z } from 'zod'
import {
  type AuthContext,
  type AuthRequest,
  agentOf,
  isRefusal,
  read,
  redirectOf,
} from './context.ts'
import { authError } from './errors.ts'
import { redeemToken } from './links.ts'
import { refuseBanned, startSession } from './sessions.ts'
import { isEmailTaken } from './sign-up.ts'

/** The mailed link: back to the site with a session, or with why not, in the fragment. */
export async function verifyLink(auth: AuthContext, c: AuthRequest): Promise<Response> {
  // Mail scanners ask for the head of every link; that must not use it up.
  if (c.req.raw.method === 'HEAD') return c.body(null, 200)
  const target = redirectOf(auth, c)
  const back = (fragment: Record<string, string>) =>
    c.redirect(`${target.split('#')[0]}#${new URLSearchParams(fragment)}`, 303)
  const said = {
    token: c.req.query('token') ?? c.req.query('token_hash'),
    type: c.req.query('type'),
  }
  try {
    const session = await redeem(auth, c, said)
    return back({
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      refresh_token: session.refresh_token,
      token_type: 'bearer',
      type: said.type ?? '',
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    return back({
      error: 'access_denied',
      error_code: String(error.body.error_code),
      error_description: error.message,
    })
  }
}

/** The same from a program: the token of the link in a body. */
export async function verifyToken(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const body = await read(
    c,
    z.object({
      type: z.string(),
      token_hash: z.string().optional(),
      token: z.string().optional(),
    }),
  )
  return c.json(await redeem(auth, c, { token: body.token_hash ?? body.token, type: body.type }))
}

async function redeem(
  { database, limits, session: options, settings }: AuthContext,
  c: AuthRequest,
  said: { token: string | undefined; type: string | undefined },
) {
  await limits.verificationsFrom.spend(c.env.clientAddress)
  const kind = z
    .enum(['signup', 'recovery', 'email_change'])
    .safeParse(said.type === 'email' ? 'signup' : said.type)
  const { token } = said
  if (!kind.success || !token || token.length > 200) throw expired()
  const session = await database
    .transactionAsOwner(async (db) => {
      const user = await redeemToken(db, token, kind.data, settings.email.otp_expiry)
      if (!user) return undefined
      refuseBanned(user)
      return startSession(db, user, 'otp', agentOf(c), options)
    })
    .catch((error: unknown) => {
      // Somebody else has confirmed the address in the meantime.
      if (isEmailTaken(error)) throw expired()
      throw error
    })
  if (!session) throw expired()
  return session
}

const expired = () => authError(403, 'otp_expired', 'Email link is invalid or has expired')
