import { randomBytes } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import type { AuthContext, AuthRequest } from './context.ts'
import { digest } from './sessions.ts'
import type { UserRow } from './users/users.ts'

/**
 * Sets a cookie of this site alone. A strict one is not sent when a mailed link is opened, and would be overwritten there.
 * @param maxAge seconds; 0 deletes it
 */
export function setSiteCookie(
  auth: AuthContext,
  c: AuthRequest,
  name: string,
  value: string,
  maxAge: number,
): void {
  const prefix = getCookiePrefix(auth)
  setCookie(c, name, value, {
    ...(prefix ? { prefix } : {}),
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge,
    secure: prefix === 'host',
  })
}

/** With https the prefix `__Host-` ensures that no other host or unencrypted connection set the cookie. */
export const getCookiePrefix = ({ siteUrl }: AuthContext) =>
  siteUrl.startsWith('https:') ? 'host' : undefined

// A browser that has signed in to an account has its own count of password attempts, so that wrong
// attempts from elsewhere do not lock the owner out. The cookie grants no right and reveals nothing:
// it has sealed marks, each of which opens only for one account and its current password.

const COOKIE = 'toolmark-browser'

const LIFETIME_SECONDS = 180 * 24 * 60 * 60

/** Accounts per browser. */
const MAX_MARKS = 5

type Owner = Pick<UserRow, 'id' | 'encrypted_password'>

const createSealContext = ({ id, encrypted_password }: Owner) =>
  `known browser ${id} ${digest(encrypted_password ?? '')}`

const now = () => Math.floor(Date.now() / 1000)

function readBrowserMarks(auth: AuthContext, c: AuthRequest): string[] {
  const cookie = getCookie(c, COOKIE, getCookiePrefix(auth)) || ''
  return cookie.split('.').filter(Boolean).slice(0, MAX_MARKS)
}

interface Mark {
  /** Identifies the mark, however the sealed text is encoded. */
  id: string
  expiresAt: number
}

function openMark({ keys }: AuthContext, sealed: string, owner: Owner): Mark | undefined {
  try {
    const [id = '', expiresAt] = keys.seal.open(sealed, createSealContext(owner)).split(' ')
    return { id, expiresAt: Number(expiresAt) }
  } catch {
    return undefined
  }
}

/** @returns the key that counts this browser's attempts; nothing for a browser without a valid mark */
export function findBrowserMark(
  auth: AuthContext,
  c: AuthRequest,
  owner: Owner,
): string | undefined {
  const marks = readBrowserMarks(auth, c).map((sealed) => openMark(auth, sealed, owner))
  return marks.find((mark) => mark && mark.expiresAt > now())?.id
}

/** Called after each sign-in: adds a mark for the account to the browser's cookie. */
export function rememberBrowser(auth: AuthContext, c: AuthRequest, owner: Owner): void {
  // Without a password there are no attempts to count.
  if (!owner.encrypted_password) return
  const marks = readBrowserMarks(auth, c)
  const own = marks.map((sealed) => openMark(auth, sealed, owner))
  if (own.some((mark) => mark && mark.expiresAt > now() + LIFETIME_SECONDS / 2)) return
  const fresh = `${randomBytes(9).toString('base64url')} ${now() + LIFETIME_SECONDS}`
  const others = marks.filter((_, index) => !own[index]).slice(0, MAX_MARKS - 1)
  const sealed = auth.keys.seal.close(fresh, createSealContext(owner))
  setSiteCookie(auth, c, COOKIE, [sealed, ...others].join('.'), LIFETIME_SECONDS)
}
