import type { ApiError } from './api-error.ts'

/** A request without the necessary rights or proof. It holds no address, no token and no client's words. */
export interface Refusal {
  area: 'auth' | 'rest' | 'storage' | 'realtime'
  /** The part of the path behind the area, if it is a name of this backend or of the schema. */
  action: string
  status: number
  /** The code of the response: PostgREST's, GoTrue's or Storage's. */
  code: string
}

/** Codes of failed attempts to sign in or to prove an identity that have another status than 401 or 403. */
const NOT_PROVEN =
  /^(invalid_credentials|user_banned|email_not_confirmed|session_expired|refresh_token_\w+|mfa_verification_failed|mfa_challenge_expired|bad_oauth_\w+|flow_state_\w+|bad_code_verifier|insufficient_aal)$/

const AUTH_ACTIONS =
  /^(token|signup|logout|user|resend|otp|recover|verify|authorize|callback|factors|admin|invite|reauthenticate)$/

/**
 * Whether an error refuses access, for the operator's log (OWASP ASVS 16.3.1 to 16.3.3).
 * @returns nothing for an error of another kind, such as a malformed request
 */
export function toRefusal(request: Request, { status, body }: ApiError): Refusal | undefined {
  if (status < 400 || status > 429) return undefined
  const [, area, , action = '', more = ''] = new URL(request.url).pathname.split('/')
  if (!isArea(area)) return undefined
  const code = getLoggableCode(body)
  const isRefused = status === 401 || status === 403 || status === 429
  if (!isRefused && !(area === 'auth' && NOT_PROVEN.test(code))) return undefined
  return { area, action: getLoggableAction(area, code, action, more), status, code }
}

const isArea = (text: string | undefined): text is Refusal['area'] =>
  text === 'auth' || text === 'rest' || text === 'storage' || text === 'realtime'

function getLoggableAction(
  area: Refusal['area'],
  code: string,
  action: string,
  more: string,
): string {
  if (area === 'auth') return AUTH_ACTIONS.test(action) ? action : ''
  // With 42501 the name exists in the database. Any other name is the client's text.
  const name = action === 'rpc' ? `rpc/${more}` : action
  return area === 'rest' && code === '42501' && /^(rpc\/)?\w+$/.test(name) ? name : ''
}

function getLoggableCode({ error_code, code, error }: ApiError['body']): string {
  const text = String(error_code ?? code ?? error ?? '')
  // A function of the schema may raise any code.
  return /^\w{1,60}$/.test(text) ? text : ''
}
