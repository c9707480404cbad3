import { Hono } from 'hono'
import type { BackendEnv } from '../caller.ts'
import { type AuthContext, type AuthOptions, createContext } from './context.ts'
import { authorize } from './external/authorize.ts'
import { callback } from './external/callback.ts'
import { inviteUser } from './mail/operator-links.ts'
import { recover, resend, sendOtp } from './mail/request-mail.ts'
import { verifyLink, verifyToken } from './mail/verify.ts'
import { disabledRoutes } from './request/disabled.ts'
import { requireSession } from './request/require-session.ts'
import {
  deleteCodes,
  generateCodes,
  regenerateCodes,
  sendCodesStatus,
  verifyCode,
} from './second-factor/recovery-codes.ts'
import { challenge, enroll, unenroll, verifyTotp } from './second-factor/totp-factor.ts'
import { issueSession, signOut } from './sign-in.ts'
import { adminRoutes, requireOperator } from './users/admin.ts'
import { hasRecentProof } from './users/current-password.ts'
import { signUp } from './users/sign-up.ts'
import { updateUser } from './users/update-user.ts'
import { createUserResponse } from './users/users.ts'

/** GoTrue's API, as far as `@supabase/supabase-js` and the site use it. */
export function createAuth(options: AuthOptions): Hono<BackendEnv> {
  const auth = createContext(options)
  const app = new Hono<BackendEnv>()
  app.get('/.well-known/jwks.json', (c) => {
    // As long as the clients themselves cache it.
    c.header('Cache-Control', 'public, max-age=600')
    return c.json(options.keys.jwks())
  })
  // The responses below are private.
  app.use(async (c, next) => {
    c.header('Cache-Control', 'no-store')
    await next()
  })
  app.get('/health', (c) => c.json({ name: 'GoTrue', description: 'Auth of the embedded backend' }))
  app.get('/settings', (c) => c.json(settingsResponse(options)))
  app.post('/signup', (c) => signUp(auth, c))
  app.post('/token', (c) => issueSession(auth, c))
  app.post('/logout', (c) => signOut(auth, c))
  app.get('/user', async (c) => {
    const session = await requireSession(auth, c)
    const more = hasRecentProof(session) ? {} : { reauthentication_needed: true }
    return c.json({ ...createUserResponse(session.user), ...more })
  })
  app.put('/user', (c) => updateUser(auth, c))
  app.post('/resend', (c) => resend(auth, c))
  app.post('/otp', (c) => sendOtp(auth, c))
  app.post('/recover', (c) => recover(auth, c))
  app.get('/verify', (c) => verifyLink(auth, c))
  app.post('/verify', (c) => verifyToken(auth, c))
  app.get('/authorize', (c) => authorize(auth, c))
  app.get('/callback', (c) => callback(auth, c))
  app.route('/factors', secondFactorRoutes(auth))
  app.post('/invite', async (c) => {
    await requireOperator(c)
    return inviteUser(auth, c)
  })
  app.route('/admin', adminRoutes(auth))
  app.route('/', disabledRoutes(auth))
  return app
}

function settingsResponse({ settings }: AuthOptions) {
  return {
    external: {
      email: settings.email.enable_signup,
      phone: false,
      anonymous_users: false,
      github: settings.external.github.enabled,
      google: settings.external.google.enabled,
      keycloak: settings.external.keycloak.enabled,
    },
    disable_signup: !settings.enable_signup,
    mailer_autoconfirm: !settings.email.enable_confirmations,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  }
}

/** The routes of `/factors`: codes of an authenticator app (RFC 6238) and recovery codes. */
function secondFactorRoutes(auth: AuthContext): Hono<BackendEnv> {
  const app = new Hono<BackendEnv>()
  app.post('/', (c) => enroll(auth, c))
  app.get('/recovery-codes', (c) => sendCodesStatus(auth, c))
  app.post('/recovery-codes', (c) => generateCodes(auth, c))
  app.post('/recovery-codes/verify', (c) => verifyCode(auth, c))
  app.post('/recovery-codes/regenerate', (c) => regenerateCodes(auth, c))
  app.delete('/recovery-codes', (c) => deleteCodes(auth, c))
  app.post('/:id/challenge', (c) => challenge(auth, c))
  app.post('/:id/verify', (c) => verifyTotp(auth, c))
  app.delete('/:id', (c) => unenroll(auth, c))
  return app
}
