import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { AuthContext, AuthRequest } from '../context.ts'
import { chooseRedirect } from '../mail/send-mail.ts'
import { buildRedirect, parseChallenge } from '../pkce.ts'
import { authError } from '../request/errors.ts'
import { createRandomToken } from '../sessions.ts'
import { getCallbackUrl, issueState, toNonce } from './oauth-state.ts'
import { listClientIds, PROVIDERS } from './providers.ts'

/** Redirects to the provider. The response is accepted from this browser only, for ten minutes. */
export async function authorize(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const provider = z.enum(PROVIDERS).safeParse(c.req.query('provider'))
  const client = provider.success ? auth.settings.external[provider.data] : undefined
  if (!provider.success || !client?.enabled) {
    throw authError(400, 'validation_failed', 'Unsupported provider: provider is not enabled')
  }
  const challenge = {
    code_challenge: c.req.query('code_challenge'),
    code_challenge_method: c.req.query('code_challenge_method'),
  }
  parseChallenge(challenge)
  const redirectTo = chooseRedirect(auth, c)
  const opened = await auth.providers[provider.data]().catch((error: unknown) => {
    auth.log(error)
    return undefined
  })
  if (!opened) {
    const error = {
      error: 'server_error',
      error_code: 'unexpected_failure',
      error_description: 'The sign-in provider cannot be reached',
    }
    const isPkce = challenge.code_challenge !== undefined
    return c.redirect(buildRedirect(redirectTo, error, isPkce), 303)
  }
  const verifier = createRandomToken() + createRandomToken()
  const state = await issueState(auth, c, verifier, {
    provider: provider.data,
    redirect_to: redirectTo,
    ...challenge,
  })
  const target = new URL(opened.authorize)
  const parameters = {
    client_id: listClientIds(client.client_id)[0],
    redirect_uri: getCallbackUrl(auth),
    response_type: 'code',
    scope: opened.scope,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(opened.issuer ? { nonce: toNonce(verifier) } : {}),
  }
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value)
  return c.redirect(target.href, 302)
}
