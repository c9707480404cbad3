import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { listen } from '../../../src/server/listen.ts'

/** An account at the provider. */
export interface Account {
  id: number
  email: string
  isVerified: boolean
}

export type FakeProvider = Awaited<ReturnType<typeof startProvider>>

/** A fake OAuth provider on loopback with the endpoints of GitHub. */
export async function startProvider() {
  const granted = new Map<string, { account: Account; challenge: string }>()
  let visitor: Account | undefined
  const listener = await listen('127.0.0.1', 0)
  const app = new Hono()
  app.post('/login/oauth/access_token', async (c) => {
    const form = await c.req.formData()
    const code = String(form.get('code'))
    const verifier = createHash('sha256').update(String(form.get('code_verifier')))
    const isRight =
      granted.get(code)?.challenge === verifier.digest('base64url') &&
      form.get('client_id') === 'the client' &&
      form.get('client_secret') === 'the secret'
    return isRight ? c.json({ access_token: code }) : c.json({ error: 'invalid_grant' }, 400)
  })
  /** Grants the site access. @param challenge the site's PKCE challenge @returns the code */
  const grant = (account: Account, challenge: string) => {
    const code = crypto.randomUUID()
    granted.set(code, { account, challenge })
    return code
  }
  app.get('/login/oauth/authorize', (c) => {
    if (!visitor) return c.text('no visitor is signed in', 403)
    const code = grant(visitor, c.req.query('code_challenge') ?? '')
    const back = new URL(c.req.query('redirect_uri') ?? '')
    back.search = String(new URLSearchParams({ code, state: c.req.query('state') ?? '' }))
    return c.redirect(back.href)
  })
  const accountOf = (header: string | undefined) =>
    granted.get(header?.replace('Bearer ', '') ?? '')?.account
  app.use('/*', async (c, next) => {
    if (!accountOf(c.req.header('authorization'))) return c.json({}, 401)
    return next()
  })
  app.get('/api/v3/user', (c) =>
    c.json({ id: accountOf(c.req.header('authorization'))?.id, login: 'vi', name: 'Vi Kettle' }),
  )
  app.get('/api/v3/user/emails', (c) => {
    const account = accountOf(c.req.header('authorization'))
    return c.json([
      { email: 'other@people.example', primary: false, verified: true },
      { email: account?.email, primary: true, verified: account?.isVerified },
    ])
  })
  listener.attach(app)
  return {
    url: `http://127.0.0.1:${listener.port}`,
    grant,
    /** Visitors of its sign-in page are this account from now on, and grant access. */
    setVisitor(account: Account) {
      visitor = account
    },
    close: () => listener.close(),
  }
}
