import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { readSettings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolmark-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const CLIENT = 'enabled = true\nclient_id = "x"\nsecret = "y"'

function parseSettings(toml: string) {
  const file = join(folder, 'config.toml')
  writeFileSync(file, toml)
  return readSettings(file)
}

describe('readSettings', () => {
  test('the file of the example gives no warnings', () => {
    expect(readSettings(join(import.meta.dirname, '../../example/config.toml')).warnings).toEqual(
      [],
    )
  })

  test.each([
    ['auth.email', 'max_frequency = "1m30s"', 90],
    ['auth.email', 'max_frequency = "500ms"', 0.5],
    ['auth.email', 'max_frequency = "0s"', 0],
    ['auth.email', 'max_frequency = "1.5h"', 5400],
  ])('[%s] %s returns %d seconds', (table, line, seconds) => {
    const { settings } = parseSettings(`[${table}]\n${line}`)
    expect(settings.auth.email.max_frequency).toBe(seconds)
  })

  test.each([
    ['"50MiB"', 50 * 1024 ** 2],
    ['"2MB"', 2_000_000],
    ['"500B"', 500],
    ['"500"', 500],
    ['4096', 4096],
  ])('a size of %s returns %d bytes', (text, bytes) => {
    const { settings } = parseSettings(`[storage]\nfile_size_limit = ${text}`)
    expect(settings.storage.file_size_limit).toBe(bytes)
  })

  test.each([tmpdir(), '/dev/null'])('%s is no file of settings', (file) => {
    expect(() => readSettings(file)).toThrow(`${file} is no file with settings`)
  })

  test('a provider without client_id or secret throws; env(NAME) reads the environment', () => {
    vi.stubEnv('GITHUB_SECRET', 'from outside')
    const set = (more: string) =>
      parseSettings(`[auth.external.github]\nenabled = true\nclient_id = "x"\n${more}`)
    const { settings, warnings } = set('secret = "env(GITHUB_SECRET)"\nurl = ""')
    expect(warnings).toEqual([])
    expect(settings.auth.external.github).toMatchObject({
      client_id: 'x',
      secret: 'from outside',
      url: undefined,
    })
    expect(settings.auth.external.google.enabled).toBe(false)
    expect(() => set('secret = "env(NO_SUCH_NAME)"')).toThrow('needs client_id and secret')
    vi.unstubAllEnvs()
  })

  test('keys for other programs give no warning, unknown keys do', () => {
    const { warnings } = parseSettings(`
      project_id = "x"
      databse = 1
      [db.pooler]
      enabled = false
      [auth]
      refresh_token_reuse_interval = 10
      signup = true
      [auth.external.apple]
      enabled = false
      [auth.emails]
      otp_expiry = 1
      [storage.buckets.papers]
      public = false
      objects_path = "./papers"
      colour = "red"
    `)
    expect(warnings.map((line) => line.split(' ').at(-1)).sort()).toEqual([
      'auth.emails.otp_expiry',
      'auth.signup',
      'databse',
      'storage.buckets.papers.colour',
    ])
  })

  test('a byte order mark before the settings is ignored', () => {
    expect(parseSettings('\uFEFF[api]\nmax_rows = 7').settings.api.max_rows).toBe(7)
  })

  test.each([
    ['[api]\nmax_rows = "many"', 'api.max_rows'],
    ['[auth]\njwt_expiry = "long"', 'auth.jwt_expiry'],
    ['[auth]\njwt_expiry = 0', 'auth.jwt_expiry'],
    ['[auth]\nsite_url = "ftp://x"', 'auth.site_url'],
    ['[auth.email]\nmax_frequency = "soon"', 'auth.email.max_frequency'],
    ['[auth.rate_limit]\nemail_sent = -1', 'auth.rate_limit.email_sent'],
    ['[storage]\nfile_size_limit = "much"', 'storage.file_size_limit'],
    ['[storage.buckets.x]\npublic = "yes"', 'storage.buckets.x.public'],
    ['[auth]\npassword_requirements = "strong"', 'auth.password_requirements'],
    ['[auth]\nminimum_password_length = 5', 'auth.minimum_password_length'],
    ['[auth]\nenable_manual_linking = true', 'auth.enable_manual_linking'],
    ['[auth.sessions]\ntimebox = "long"', 'auth.sessions.timebox'],
    ['[auth', 'config.toml'],
    [`[auth.external.keycloak]\n${CLIENT}`, 'auth.external.keycloak: needs the url of the issuer'],
    [
      `[auth.external.keycloak]\n${CLIENT}\nurl = "http://issuer.example"`,
      'needs a url that begins with https://',
    ],
    // Values that this backend does not support.
    [
      '[auth]\nenable_anonymous_sign_ins = true',
      'auth.enable_anonymous_sign_ins: can only be false',
    ],
    ['[auth.email]\nsecure_password_change = true', 'auth.email.secure_password_change'],
    ['[auth.captcha]\nenabled = true', 'auth.captcha.enabled: can only be false here'],
    ['[auth]\nenable_refresh_token_rotation = false', 'auth.enable_refresh_token_rotation'],
    ['[auth.external.apple]\nenabled = true', 'auth.external.apple.enabled'],
    ['[auth.hook.send_email]\nenabled = true', 'auth.hook.send_email.enabled'],
    ['[auth.email.smtp]\nenabled = true', 'auth.email.smtp.enabled'],
  ])('an invalid value throws an error of one line: %j', (toml, named) => {
    expect(() => parseSettings(toml)).toThrow(named)
    expect(() => parseSettings(toml)).toThrow(/^[^\n]+$/)
  })

  test("the CLI's default file gives one warning", () => {
    const { settings, warnings } = parseSettings(`
      [api]
      enabled = true
      [auth]
      enabled = true
      enable_signup = true
      enable_anonymous_sign_ins = false
      enable_refresh_token_rotation = true
      refresh_token_reuse_interval = 10
      password_requirements = ""
      [auth.email]
      secure_password_change = false
      otp_length = 6
      [auth.sms]
      enable_signup = false
      [auth.sms.twilio]
      enabled = false
      [auth.mfa.totp]
      enroll_enabled = false
      [auth.sessions]
      timebox = "24h"
    `)
    expect(warnings).toEqual([expect.stringContaining('auth.mfa.totp.enroll_enabled is ignored')])
    expect(settings.auth.sessions).toEqual({ timebox: 86_400, inactivity_timeout: 0 })
  })

  test('a missing file throws', () => {
    expect(() => readSettings(join(folder, 'nothing.toml'))).toThrow('does not exist')
  })
})
