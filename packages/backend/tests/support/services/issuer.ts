import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import * as jose from 'jose'
import { listen } from '../../../src/server/listen.ts'

/** Claims of an account at the issuer, and others that a test sets wrong; null leaves one out. */
export type IssuedClaims = Record<string, unknown>

export type FakeIssuer = Awaited<ReturnType<typeof startIssuer>>

interface GrantOptions {
  /** Signs with a key that is not published, or not at all. */
  signature?: 'foreign' | 'none' | 'HS256'
  /** The type in the header. */
  typ?: string
  userinfo?: IssuedClaims
}

interface Grant extends GrantOptions {
  claims: IssuedClaims
  challenge: string
  nonce: string
}

type Signed = Pick<Grant, 'claims' | 'signature' | 'typ'> & Partial<Pick<Grant, 'nonce'>>

/** An OpenID Connect issuer on loopback. @param acceptedAuth where the client may send its secret */
export async function startIssuer(
  acceptedAuth: readonly ('header' | 'form')[] = ['header', 'form'],
) {
  const { privateKey, publicKey } = await jose.generateKeyPair('RS256')
  const foreign = await jose.generateKeyPair('RS256')
  const listener = await listen('127.0.0.1', 0)
  const url = `http://127.0.0.1:${listener.port}/realms/kiln`
  const granted = new Map<string, Grant>()
  const clientAuth: string[] = []
  let visitor: IssuedClaims | undefined
  let changes: Record<string, unknown> = {}

  async function sign({ claims, nonce, signature, typ }: Signed): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const all = { iss: url, aud: 'the client', iat: now, exp: now + 60, nonce, ...claims }
    const payload = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
    if (signature === 'none') return new jose.UnsecuredJWT(payload).encode()
    const [alg, key] =
      signature === 'HS256'
        ? ['HS256', new TextEncoder().encode('the secret'.padEnd(32))]
        : ['RS256', signature === 'foreign' ? foreign.privateKey : privateKey]
    return new jose.SignJWT(payload)
      .setProtectedHeader({ alg: String(alg), kid: 'one', ...(typ ? { typ } : {}) })
      .sign(key as jose.CryptoKey | Uint8Array)
  }

  const app = new Hono().basePath('/realms/kiln')
  app.get('/.well-known/openid-configuration', (c) =>
    c.json({
      issuer: url,
      authorization_endpoint: `${url}/authorize?prompt=login`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/keys`,
      userinfo_endpoint: `${url}/userinfo`,
      ...changes,
    }),
  )
  app.get('/keys', async (c) =>
    c.json({ keys: [{ ...(await jose.exportJWK(publicKey)), kid: 'one', alg: 'RS256' }] }),
  )
  app.get('/authorize', (c) => {
    if (!visitor) return c.text('no visitor is signed in', 403)
    const code = grant(visitor, new URL(c.req.url).searchParams)
    const back = new URL(c.req.query('redirect_uri') ?? '')
    const state = c.req.query('state') ?? ''
    back.search = String(new URLSearchParams({ code, state, iss: url }))
    return c.redirect(back.href)
  })
  app.post('/token', async (c) => {
    const form = await c.req.formData()
    const header = `Basic ${Buffer.from('the%20client:the%20secret').toString('base64')}`
    const isInHeader = c.req.header('authorization') === header
    const isInForm =
      form.get('client_id') === 'the client' && form.get('client_secret') === 'the secret'
    const used = [...(isInHeader ? ['header'] : []), ...(isInForm ? ['form'] : [])]
    clientAuth.push(used.join())
    if (!acceptedAuth.some((way) => used.includes(way))) return c.json({}, 401)
    const code = String(form.get('code'))
    const found = granted.get(code)
    const verifier = createHash('sha256').update(String(form.get('code_verifier')))
    if (found?.challenge !== verifier.digest('base64url')) return c.json({}, 400)
    return c.json({ access_token: code, token_type: 'Bearer', id_token: await sign(found) })
  })
  app.get('/userinfo', (c) => {
    const found = granted.get(c.req.header('authorization')?.replace('Bearer ', '') ?? '')
    return found?.userinfo ? c.json(found.userinfo) : c.json({}, 401)
  })
  listener.attach(app)

  /** Grants the site access, and answers the code with an ID token of these claims. @returns the code */
  function grant(claims: IssuedClaims, request: URLSearchParams, options: GrantOptions = {}) {
    const code = crypto.randomUUID()
    const [challenge, nonce] = ['code_challenge', 'nonce'].map((name) => request.get(name) ?? '')
    granted.set(code, { claims, challenge: challenge ?? '', nonce: nonce ?? '', ...options })
    return code
  }
  return {
    url,
    grant,
    /** Signs an ID token, as for a native app. @returns the token */
    issueToken: (claims: IssuedClaims, options?: Pick<GrantOptions, 'signature' | 'typ'>) =>
      sign({ claims, ...options }),
    /** Visitors of its sign-in page are this account from now on, and grant access. */
    setVisitor(claims: IssuedClaims) {
      visitor = claims
    },
    /** Changes what the discovery document says. */
    describe(next: Record<string, unknown>) {
      changes = next
    },
    /** How the client has sent its secret. */
    readClientAuth: () => clientAuth,
    close: () => listener.close(),
  }
}
