/** Parts of the CLI's file that bear on its own tools and not on this backend, whole tables. */
const CLI_ONLY = [
  'project_id analytics db edge_runtime experimental functions inbucket local_smtp realtime remotes studio',
  'api.port api.extra_search_path api.tls api.external_url',
  'auth.captcha auth.external auth.hook auth.mfa auth.oauth_server',
  'auth.passkey auth.sms auth.third_party auth.web3 auth.webauthn',
  'auth.email.smtp auth.email.template auth.email.notification',
  'auth.rate_limit.sms_sent auth.rate_limit.anonymous_users auth.rate_limit.web3',
  'storage.image_transformation storage.s3_protocol storage.analytics storage.vector',
].flatMap((line) => line.split(' '))

/** What this backend does and no setting changes: who asks for something else must not believe it is so. */
const FIXED: readonly [key: RegExp, value: unknown][] = [
  [/^(api|auth|storage)\.enabled$/, true],
  [/^auth\.enable_(anonymous_sign_ins|manual_linking)$/, false],
  [/^auth\.enable_refresh_token_rotation$/, true],
  [/^auth\.refresh_token_reuse_interval$/, 10],
  [/^auth\.(jwt_issuer|signing_keys_path)$/, ''],
  [/^auth\.email\.secure_password_change$/, false],
  [/^auth\.email\.otp_length$/, 6],
  [/^auth\.(captcha|email\.smtp|oauth_server|passkey)\.enabled$/, false],
  [/^auth\.(external|hook|sms|third_party|web3)\.\w+\.enabled$/, false],
  [/^auth\.sms\.enable_(signup|confirmations)$/, false],
  [/^auth\.mfa\.(phone|web_authn)\.(enroll|verify)_enabled$/, false],
]

/** The CLI's own file turns it off, and nobody is less safe for having it. */
const OFFERED = /^auth\.mfa\.totp\.(enroll|verify)_enabled$/

/**
 * What is to be said of a setting that is not heard.
 * @returns a warning; nothing where it is as this backend is, or is for other programs
 * @throws {Error} one line, where it asks for what this backend does not do
 */
export function aboutUnheard(key: string, value: unknown): string | undefined {
  const fixed = FIXED.find(([known]) => known.test(key))
  if (fixed) {
    const [, own] = fixed
    if (value === own) return undefined
    throw new Error(`${key}: can only be ${JSON.stringify(own)} here`)
  }
  if (OFFERED.test(key) && value === false) return `${key} is not heard: a second factor is offered`
  const isCliOnly = CLI_ONLY.some((known) => key === known || key.startsWith(`${known}.`))
  return isCliOnly ? undefined : `nothing is known of the setting ${key}`
}
