/** Keys and tables of the CLI's file that have no meaning for this backend. */
const CLI_ONLY = [
  'project_id analytics db edge_runtime experimental functions inbucket local_smtp realtime remotes studio',
  'api.port api.extra_search_path api.tls api.external_url',
  'auth.captcha auth.external auth.hook auth.mfa auth.oauth_server',
  'auth.passkey auth.sms auth.third_party auth.web3 auth.webauthn',
  'auth.email.smtp auth.email.template auth.email.notification',
  'auth.rate_limit.anonymous_users auth.rate_limit.sms_sent auth.rate_limit.web3',
  'storage.image_transformation storage.s3_protocol storage.analytics storage.vector',
].flatMap((line) => line.split(' '))

/** Settings with a fixed value. Another value throws, so that the operator does not rely on it. */
const FIXED: readonly [key: RegExp, value: unknown][] = [
  [/^(api|auth|storage)\.enabled$/, true],
  [/^auth\.enable_(anonymous_sign_ins|manual_linking)$/, false],
  [/^auth\.email\.secure_password_change$/, false],
  [/^auth\.enable_refresh_token_rotation$/, true],
  [/^auth\.refresh_token_reuse_interval$/, 10],
  [/^auth\.(jwt_issuer|signing_keys_path)$/, ''],
  [/^auth\.email\.otp_length$/, 6],
  [/^auth\.(captcha|email\.smtp|oauth_server|passkey)\.enabled$/, false],
  [/^auth\.(external|hook|sms|third_party|web3)\.\w+\.enabled$/, false],
  [/^auth\.sms\.enable_(signup|confirmations)$/, false],
  [/^auth\.mfa\.(phone|web_authn)\.(enroll|verify)_enabled$/, false],
]

/** Off in the CLI's default file; here always on, which is not less safe. */
const ALWAYS_ON = /^auth\.mfa\.totp\.(enroll|verify)_enabled$/

/**
 * Describes a setting that this backend ignores.
 * @returns a warning; nothing if its value is the fixed one, or if it is for other programs
 * @throws {Error} of one line, for a value that this backend does not support
 */
export function describeIgnored(key: string, value: unknown): string | undefined {
  const fixed = FIXED.find(([pattern]) => pattern.test(key))
  if (fixed) {
    const [, supported] = fixed
    if (value === supported) return undefined
    throw new Error(`${key}: can only be ${JSON.stringify(supported)} here`)
  }
  if (ALWAYS_ON.test(key) && value === false) {
    return `${key} is ignored: members can always use a second factor`
  }
  const isCliOnly = CLI_ONLY.some((each) => key === each || key.startsWith(`${each}.`))
  return isCliOnly ? undefined : `unknown setting ${key}`
}
