import { z } from 'zod'
import { type AuthContext, type AuthRequest, getClientInfo } from '../context.ts'
import { authError, signupDisabled } from '../request/errors.ts'
import { metadata } from '../request/fields.ts'
import { parseBody } from '../request/parse-body.ts'
import { startSession } from '../sessions.ts'
import { toSignUpError } from './sign-up.ts'
import { insertUser } from './users.ts'

/** A sign-up without any credentials creates an account without an address, as in GoTrue. */
export async function signInAnonymously(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const { settings, limits, database, sessionOptions } = auth
  if (!settings.enable_anonymous_sign_ins) {
    const message = 'Anonymous sign-ins are disabled'
    throw authError(422, 'anonymous_provider_disabled', message)
  }
  if (!settings.enable_signup) throw signupDisabled()
  const { data } = await parseBody(c, z.object({ data: metadata.nullish() }))
  await limits.countAnonymousSignIn(c.env.clientAddress)
  const session = await database
    .transactionAsOwner(async (db) => {
      const user = await insertUser(db, {
        email: null,
        passwordHash: null,
        data: data ?? {},
        isConfirmed: false,
      })
      return startSession(db, user, 'anonymous', getClientInfo(c), sessionOptions)
    })
    .catch((error: unknown) => {
      throw toSignUpError(error)
    })
  return c.json(session)
}
