import { Hono } from 'hono'
import type { BackendEnv } from '../caller.ts'
import { adminRoutes } from './admin.ts'
import { otp, recover, resend } from './ask-for-mail.ts'
import { type AuthOptions, createContext, requireSession } from './context.ts'
import { authorize, callback } from './external/external.ts'
import { secondFactorRoutes } from './second-factor/second-factor.ts'
import { logout, token } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { updateUser } from './update-user.ts'
import { shownUser } from './users.ts'
import { verifyLink, verifyToken } from './verify.ts'

/** GoTrue's contract, as far as `@supabase/supabase-js` and the site use it. */
export function createAuth(options: AuthOptions): Hono<BackendEnv> {
  const auth = createContext(options)
  const app = new Hono<BackendEnv>()
  app.get('/.well-known/jwks.json', (c) => {
    // As long as clients keep it themselves (spec 1 §9).
    c.header('Cache-Control', 'public, max-age=600')
    return c.json(options.keys.jwks())
  })
  // Everything below speaks of one person, or carries tokens.
  app.use(async (c, next) => {
    c.header('Cache-Control', 'no-store')
    await next()
  })
  app.get('/health', (c) => c.json({ name: 'GoTrue', description: 'Auth of the embedded backend' }))
  app.get('/settings', (c) => c.json(shownSettings(options)))
  app.post('/signup', (c) => signUp(auth, c))
  app.post('/token', (c) => token(auth, c))
  app.post('/logout', (c) => logout(auth, c))
  app.get('/user', async (c) => c.json(shownUser((await requireSession(auth, c)).user)))
  app.put('/user', (c) => updateUser(auth, c))
  app.post('/resend', (c) => resend(auth, c))
  app.post('/otp', (c) => otp(auth, c))
  app.post('/recover', (c) => recover(auth, c))
  app.get('/verify', (c) => verifyLink(auth, c))
  app.post('/verify', (c) => verifyToken(auth, c))
  app.get('/authorize', (c) => authorize(auth, c))
  app.get('/callback', (c) => callback(auth, c))
  app.route('/factors', secondFactorRoutes(auth))
  app.route('/admin', adminRoutes(options))
  return app
}

function shownSettings({ settings }: AuthOptions) {
  return {
    external: {
      email: settings.email.enable_signup,
      phone: false,
      anonymous_users: false,
      github: settings.external.github.enabled,
      google: settings.external.google.enabled,
    },
    disable_signup: !settings.enable_signup,
    mailer_autoconfirm: !settings.email.enable_confirmations,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  }
}
