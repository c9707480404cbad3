import { Hono } from 'hono'
import type { BackendEnv } from '../../caller.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { authError } from './errors.ts'
import { requireSession } from './require-session.ts'

// GoTrue's answers for what an operator of Supabase can switch on, and this backend does not have.

const samlDisabled = () => authError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
const linkingDisabled = () =>
  authError(404, 'manual_linking_disabled', 'Manual linking is disabled')
const passkeysDisabled = () => authError(404, 'passkey_disabled', 'Passkeys are disabled')
const oauthServerDisabled = () => authError(404, 'feature_disabled', 'OAuth server is disabled')
const customProvidersDisabled = () =>
  authError(404, 'feature_disabled', 'Custom OAuth providers are disabled')

const reauthenticationDisabled = () =>
  authError(404, 'feature_disabled', 'Reauthentication is disabled')

export const web3Disabled = () =>
  authError(422, 'web3_provider_disabled', 'Web3 provider is disabled')

/** The routes of `/sso`, `/passkeys`, `/oauth`, `/reauthenticate`, `/user/identities` and `/user/oauth`. */
export function disabledRoutes(auth: AuthContext): Hono<BackendEnv> {
  const app = new Hono<BackendEnv>()
  const refuse = (error: () => Error) => () => {
    throw error()
  }
  const refuseMember = (error: () => Error) => async (c: AuthRequest) => {
    await requireSession(auth, c)
    throw error()
  }
  for (const path of ['/sso', '/sso/*']) app.all(path, refuse(samlDisabled))
  for (const path of ['/passkeys', '/passkeys/*']) app.all(path, refuse(passkeysDisabled))
  for (const path of ['/oauth/*', '/.well-known/oauth-authorization-server']) {
    app.all(path, refuse(oauthServerDisabled))
  }
  app.all('/reauthenticate', refuseMember(reauthenticationDisabled))
  app.all('/user/identities/*', refuseMember(linkingDisabled))
  app.all('/user/oauth/*', refuseMember(oauthServerDisabled))
  return app
}

/** The routes of `/admin/oauth`, `/admin/custom-providers` and `/admin/sso`. */
export function disabledAdminRoutes(): Hono<BackendEnv> {
  const app = new Hono<BackendEnv>()
  const refuse = (path: string, error: () => Error) => {
    for (const each of [path, `${path}/*`]) {
      app.all(each, () => {
        throw error()
      })
    }
  }
  refuse('/oauth', oauthServerDisabled)
  refuse('/custom-providers', customProvidersDisabled)
  refuse('/sso', samlDisabled)
  refuse('/users/:id/passkeys', passkeysDisabled)
  return app
}
