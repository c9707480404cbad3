/** Somebody was not let in, or to something; who, from where and with which words is left out. */
export interface Refusal {
  area: 'auth' | 'rest' | 'storage'
  /** What was asked for, in our own words alone. */
  action: string
  status: number
  /** The code of the answer: PostgREST's, GoTrue's or Storage's. */
  code: string
}

/** What a failed attempt to sign in, or to prove who one is, answers with another status. */
const NOT_PROVEN =
  /^(invalid_credentials|user_banned|email_not_confirmed|session_expired|refresh_token_\w+|mfa_verification_failed|mfa_challenge_expired|bad_oauth_\w+|flow_state_\w+|bad_code_verifier|insufficient_aal)$/

const AUTH_ACTIONS =
  /^(token|signup|logout|user|resend|otp|recover|verify|authorize|callback|factors|admin)$/

/**
 * What an answer refused, for the operator's log (OWASP ASVS 16.3.1 to 16.3.3).
 * @returns nothing for what was allowed, or was only wrong
 */
export async function refusalIn(
  request: Request,
  response: Response,
): Promise<Refusal | undefined> {
  const { status } = response
  if (status < 400 || status > 429) return undefined
  const [, area, , action = '', more = ''] = new URL(request.url).pathname.split('/')
  if (area !== 'auth' && area !== 'rest' && area !== 'storage') return undefined
  const code = await codeOf(response)
  const isRefused = status === 401 || status === 403 || status === 429
  if (!isRefused && !(area === 'auth' && NOT_PROVEN.test(code))) return undefined
  return { area, action: actionOf(area, code, action, more), status, code }
}

function actionOf(area: Refusal['area'], code: string, action: string, more: string): string {
  if (area === 'auth') return AUTH_ACTIONS.test(action) ? action : ''
  // PostgreSQL refuses what is there; any other name is whatever somebody typed.
  const name = action === 'rpc' ? `rpc/${more}` : action
  return area === 'rest' && code === '42501' && /^(rpc\/)?\w+$/.test(name) ? name : ''
}

async function codeOf(response: Response): Promise<string> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  if (typeof body !== 'object' || body === null) return ''
  const { error_code, code, error } = body as Record<string, unknown>
  const said = String(error_code ?? code ?? error ?? '')
  // A function may raise one of its own making.
  return /^\w{1,60}$/.test(said) ? said : ''
}
