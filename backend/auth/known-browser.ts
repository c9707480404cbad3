import { randomBytes } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import type { AuthContext, AuthRequest } from './context.ts'
import { digest } from './sessions.ts'
import type { UserRow } from './users.ts'

// A browser that has signed in to an account has password tries of its own, so that wrong tries from
// elsewhere do not lock its owner out. The cookie gives no right and shows nothing to its reader: it
// holds sealed marks, each of which opens for one account and its current password alone.

const COOKIE = 'toolmark-browser'

/** In seconds. */
const LIFETIME = 180 * 24 * 60 * 60

/** Accounts that one browser is known to. */
const MOST_MARKS = 5

type Owner = Pick<UserRow, 'id' | 'encrypted_password'>

const aboutOf = ({ id, encrypted_password }: Owner) =>
  `known browser ${id} ${digest(encrypted_password ?? '')}`

/** Over https the name itself says that no other host and no plain connection has set it. */
const prefixOf = ({ siteUrl }: AuthContext) =>
  siteUrl.startsWith('https:') ? ({ prefix: 'host' } as const) : {}

const now = () => Math.floor(Date.now() / 1000)

function marksOf(auth: AuthContext, c: AuthRequest): string[] {
  const cookie = getCookie(c, COOKIE, prefixOf(auth).prefix) || ''
  return cookie.split('.').filter(Boolean).slice(0, MOST_MARKS)
}

interface Mark {
  /** the same in every spelling of the sealed text */
  id: string
  expiresAt: number
}

function openMark({ keys }: AuthContext, sealed: string, owner: Owner): Mark | undefined {
  try {
    const [id = '', expiresAt] = keys.seal.open(sealed, aboutOf(owner)).split(' ')
    return { id, expiresAt: Number(expiresAt) }
  } catch {
    return undefined
  }
}

/** @returns what this browser's tries for this account are counted by; nothing where it is not known */
export function knownBrowser(auth: AuthContext, c: AuthRequest, owner: Owner): string | undefined {
  const marks = marksOf(auth, c).map((sealed) => openMark(auth, sealed, owner))
  return marks.find((mark) => mark && mark.expiresAt > now())?.id
}

/** To be called after a sign-in to an account in this browser. */
export function rememberBrowser(auth: AuthContext, c: AuthRequest, owner: Owner): void {
  // Without a password there is no try to count.
  if (!owner.encrypted_password) return
  const marks = marksOf(auth, c)
  const own = marks.map((sealed) => openMark(auth, sealed, owner))
  if (own.some((mark) => mark && mark.expiresAt > now() + LIFETIME / 2)) return
  const fresh = `${randomBytes(9).toString('base64url')} ${now() + LIFETIME}`
  const others = marks.filter((_, index) => !own[index]).slice(0, MOST_MARKS - 1)
  const prefix = prefixOf(auth)
  setCookie(c, COOKIE, [auth.keys.seal.close(fresh, aboutOf(owner)), ...others].join('.'), {
    ...prefix,
    httpOnly: true,
    // Strict cookies are not sent with a mailed link that is opened, and would be replaced there.
    sameSite: 'Lax',
    path: '/',
    maxAge: LIFETIME,
    secure: prefix.prefix === 'host',
  })
}
