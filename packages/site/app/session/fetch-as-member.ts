import { localStore } from '../data/browser-storage.ts'
import * as dataWords from '../data/words.ts'

/** The key of supabase-js's session in the storage. */
export const STORAGE_KEY = 'toolmark.session'

/**
 * The codes with which an auth server refuses the refresh token itself: the session has ended. Older
 * servers send only `error`.
 */
const REFUSALS = new Set<unknown>([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'user_banned',
  'user_not_found',
  'validation_failed',
  'invalid_grant',
])

/** A longer pause that a server names is cut to this one. */
const MAX_PAUSE_MS = 5 * 60_000

/**
 * The `fetch` of supabase-js. auth-js removes a session whose renewal has any answer but 5xx, such as a
 * rate limit, the page of a proxy or of a captive portal. These become 503, after which it keeps the
 * session and tries again.
 * @param key the public key
 * @param onEnded called when the server says that the session has ended, with the refused access token
 * @throws {TypeError} as without a network, if supabase-js would send a member's request as a
 *   visitor's because the session could not be renewed: the answer would lack what is the member's
 */
export function createMemberFetch(
  key: string,
  onEnded: (accessToken?: string) => void = () => {},
): typeof fetch {
  /** Before this time no renewal is sent, in ms since 1970. */
  let renewAt = 0
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, globalThis.location?.href)
    if (!url.pathname.includes('/auth/v1/')) {
      const isAnonymous = new Headers(init?.headers).get('Authorization') === `Bearer ${key}`
      if (isAnonymous && isSession(localStore.getItem(STORAGE_KEY))) {
        throw new TypeError('the session could not be renewed')
      }
    }
    if (url.searchParams.get('grant_type') !== 'refresh_token') {
      const response = await keepLocalTime(url, await fetch(input, init))
      // A sign-out of a session that has ended has what it wants.
      if (!url.pathname.endsWith('/auth/v1/logout') && (await isOfEndedSession(response))) {
        onEnded(new Headers(init?.headers).get('Authorization')?.replace('Bearer ', ''))
      }
      return response
    }
    if (Date.now() < renewAt) return new Response(null, { status: 503 })
    const response = await fetch(input, init)
    if (await isDecided(response)) {
      if (!response.ok) onEnded()
      return keepLocalTime(url, response)
    }
    renewAt = Date.now() + readPauseMs(response.headers.get('Retry-After'))
    return new Response(null, { status: 503 })
  }
}

/** supabase-js ignores a stored value that is damaged, and the visitor is signed out. */
function isSession(stored: string | null): boolean {
  try {
    return typeof JSON.parse(stored ?? '')?.refresh_token === 'string'
  } catch {
    return false
  }
}

/**
 * Leaves out when a new session expires by the server's clock: auth-js then counts from the answer on. With
 * a browser clock that is fast, it would renew the session at each request.
 */
async function keepLocalTime(url: URL, response: Response): Promise<Response> {
  if (!response.ok || !url.pathname.includes('/auth/v1/')) return response
  const { expires_at, ...session } = await readObject(response)
  if (expires_at === undefined || session.access_token === undefined) return response
  return new Response(JSON.stringify(session), { headers: { 'Content-Type': 'application/json' } })
}

/** In the words of the backend: 401 of tables and files, 403 of accounts. */
async function isOfEndedSession(response: Response): Promise<boolean> {
  if (response.status !== 401 && response.status !== 403) return false
  const { message, error_code, code } = await readObject(response)
  return (
    message === dataWords.sessionEndedByServer || [error_code, code].includes('session_not_found')
  )
}

async function readObject(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}

/** Whether the auth server has renewed the session or refused its token. */
async function isDecided(response: Response): Promise<boolean> {
  const { access_token, refresh_token, error_code, code, error } = await readObject(response)
  if (response.ok) return typeof access_token === 'string' && typeof refresh_token === 'string'
  return [error_code, code, error].some((name) => REFUSALS.has(name))
}

/** @param value of Retry-After: seconds, or a date */
function readPauseMs(value: string | null): number {
  if (!value) return 0
  const pauseMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Math.min(Math.max(pauseMs, 0) || 0, MAX_PAUSE_MS)
}
