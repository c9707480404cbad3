import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { siteUrlOf } from '@toolmark/backend/server/environment.ts'
import { describe, expect, it } from 'vitest'
import { findMisspelled, isSetting, NAMES, readEnvironment } from './environment.ts'

describe('environment', () => {
  it('has a default for everything', () => {
    const environment = readEnvironment({})
    expect(environment).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', DATA_DIR: '.data' })
    expect(siteUrlOf(environment)).toBe('http://127.0.0.1:3000')
  })

  it.each([
    [{ PORT: 'eighty' }, /^PORT must be a number from 0 to 65535$/],
    [{ PORT: '70000' }, /^PORT must be a number from 0 to 65535$/],
    [{ SITE_URL: 'toolmark.example' }, /^SITE_URL must be an address/],
    [{ SITE_URL: 'javascript:alert(1)' }, /^SITE_URL must be an address/],
    [{ DATABASE_URL: 'mysql://db' }, /^DATABASE_URL must be an address .* postgres:\/\//],
    [{ DATABASE_DIRECT_URL: 'postgres://db/site' }, /^DATABASE_DIRECT_URL is for .* a pooler/],
    [{ VALKEY_URL: 'localhost:6379' }, /^VALKEY_URL must be an address that begins with redis:/],
    [{ SITE_URL: 'https://tools.example/reviews' }, /^SITE_URL must be an address without a path/],
    [{ SITE_URL: 'https://tools.example/?a=b' }, /^SITE_URL must be an address without a path/],
    [{ SITE_URL: 'https://tools.example/#top' }, /^SITE_URL must be an address without a path/],
    [{ SITE_URL: 'https://me:pw@tools.example' }, /^SITE_URL must be an address without a path/],
    [{ SMTP_URL: 'smtp:///x' }, /^SMTP_URL must name a host/],
    [{ SMTP_URL: 'smtp://' }, /^SMTP_URL must name a host/],
    [{ SMTP_URL: 'smtp://mail.example/x' }, /^SMTP_URL must name a host and no path/],
    [{ VALKEY_URL: 'redis:///0' }, /^VALKEY_URL must name a host/],
    [{ KEYS_FILE: tmpdir() }, /^KEYS_FILE must be a file, and .* is a folder$/],
    [{ KEYS_FILE: '/no/folder/keys.json' }, /^KEYS_FILE must be in a folder that exists, and .*$/],
    [{ SMTP_URL: 'mail.example:25' }, /^SMTP_URL must be an address/],
    [
      { TRUSTED_PROXIES: 'proxy.example' },
      /^TRUSTED_PROXIES must be addresses and networks [^\n]*$/,
    ],
    [{ MAIL_FROM: 'Toolmark' }, /^MAIL_FROM must be an address, as [^\n]*$/],
    [{ DEMO_CONTENT: 'maybe' }, /^DEMO_CONTENT must be on or off$/],
    [
      { LOGO_SERVICE: 'https://logos.example' },
      /^LOGO_SERVICE must contain \{domain\}, or be off$/,
    ],
    [{ JWT_SECRET: 'short' }, /^JWT_SECRET must have at least 32 characters$/],
    [{ SUPABASE_URL: 'https://x.example' }, /^SUPABASE_URL and SUPABASE_ANON_KEY belong together/],
    [{ SUPABASE_SERVICE_KEY: 'key' }, /^SUPABASE_SERVICE_KEY is for a hosted backend[^\n]*$/],
  ])('answers %o with one clear line', (variables, message) => {
    expect(() => readEnvironment(variables)).toThrow(message)
  })

  it.each([
    ['JWT_SECRET', 'replace-me-with-a-long-random-text'],
    ['JWT_SECRET', 'super-secret-jwt-token-with-at-least-32-characters-long'],
    ['JWT_SECRET', 'your-super-secret-jwt-token-with-at-least-32-characters-long'],
    ['JWT_SECRET', 'a-string-secret-at-least-256-bits-long'],
    ['JWT_SECRET', 'reallyreallyreallyreallyverysafe'],
    ['JWT_SECRET', 'ChangeMeChangeMeChangeMeChangeMe!'],
    ['JWT_SECRET', 'x'.repeat(40)],
    ['JWT_SECRET', '12345678901234567890123456789012'],
    ['JWT_SECRET', '0123456789abcdef0123456789abcdef'],
    ['JWT_SECRET', 'abcdefghijklmnopqrstuvwxyz0123456789'],
    ['JWT_SECRET', 'AbCdEfGhIjKlMnOpQrStUvWxYz012345'],
    ['JWT_SECRET', 'zyxwvutsrqponmlkjihgfedcba9876543210'],
    ['JWT_SECRET', 'acegikmoqsuwybdfhjlnprtvxz024681'],
    ['JWT_SECRET', 'qwertyuiopasdfghjklzxcvbnm1234567890'],
    ['JWT_SECRET', '1q2w3e4r5t6y7u8i9o0p1q2w3e4r5t6y'],
    ['JWT_SECRET', 'qazwsxedcrfvtgbyhnujmikolp123456'],
    ['JWT_SECRET', '1a2b3c4d5e6f7g8h9i0j1k2l3m4n5o6p'],
    ['JWT_SECRET', 'aabbccddeeffgghhiijjkkllmmnnoopp'],
    ['JWT_SECRET', 'admin123admin123admin123admin123'],
    ['JWT_SECRET', 'toolmarktoolmarktoolmark12345678'],
    ['JWT_SECRET', 'please-generate-a-random-secret-value!!'],
    ['JWT_SECRET', 'insert-secret-here-insert-the-secret-here'],
    ['JWT_SECRET', 'generate-with-openssl-rand-base64-48'],
    ['JWT_SECRET', 'a random string of 32 characters or more'],
    ['JWT_SECRET', 'this_must_be_set_before_the_first_start'],
    ['JWT_SECRET', 'insecure-development-value-4-the-laptop'],
    ['JWT_SECRET', 'docker-compose-default-jwt-2f6c1b09e7a4'],
    ['JWT_SECRET', `$\{JWT_SECRET}-of-the-environment-file`],
    ['JWT_SECRET', '$(openssl rand -base64 48 | tr -d 2)'],
    ['JWT_SECRET', '{{ .Values.toolmark.jwtSigning.text }}'],
    ['JWT_SECRET', 'env(TOOLMARK_SIGNING_OF_THE_KILN_SITE)'],
    ['JWT_SECRET', '%TOOLMARK_SIGNING% of the windows host'],
    ['METRICS_TOKEN', 'the METRICS_TOKEN'],
    ['METRICS_TOKEN', 'abcdefgh12345678'],
    ['METRICS_TOKEN', 'qwertyuiop123456'],
    ['METRICS_TOKEN', 'aaaaaaaaaaaaaaaa'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(
      new RegExp(`^${name} is an example value, or as easy to guess: set a random one[^\n]*$`),
    )
  })

  it.each([
    'Zm9vYmFyIHdvdWxkIG5vdCBiZSBhIGdvb2Qgc2VjcmV0',
    '9f86d081884c7d659a2feaa0c55ad015',
    'b0c1d7f2-5e8a-4c39-9a67-3f21e4d80c5b',
    'T3x!vQ9#mL2$wR7^pK5&zB8*nC4(hD6)',
    'velvet-harbor-84-orbit-plank-juniper',
    'kG4$(vN%Zr@Lw{{8q}Tn_bXc52mHd-jPs',
  ])('takes JWT_SECRET=%s', (value) => {
    expect(readEnvironment({ JWT_SECRET: value }).JWT_SECRET).toBe(value)
  })

  it.each([
    ['DATABASE_URL', 'postgres://toolmark:password@db.example/toolmark'],
    [
      'DATABASE_URL',
      'postgres://postgres:your-super-secret-and-long-postgres-password@db/postgres',
    ],
    ['DATABASE_URL', 'postgres://toolmark:change%20me@127.0.0.1/toolmark'],
    ['S3_URL', 'https://ACCESS_KEY:SECRET@s3.example/bucket?region=eu-central-1'],
    ['SMTP_URL', 'smtp://user:password@mail.example:587'],
    ['VALKEY_URL', 'redis://:password@cache.example:6379/0'],
    ['DATABASE_URL', 'postgres://postgres:postgres@db/site'],
    ['DATABASE_DIRECT_URL', 'postgres://toolmark:Toolmark@db.example/site'],
    ['DATABASE_URL', 'postgres://toolmark:PASSWORD@db.example/site'],
    ['DATABASE_URL', 'postgres://toolmark:passw0rd1@db.example/site'],
    ['DATABASE_URL', 'postgres://toolmark:p%61ssword@db.example/site'],
    ['S3_URL', 'https://minioadmin:minioadmin@store.example/bucket'],
    ['SMTP_URL', 'smtp://user:your-password@mail.example'],
    ['VALKEY_URL', 'valkey://default:changeit@cache.example'],
  ])('refuses %s=%s, whose password is that of an example', (name, value) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(
      `${name} has the password of an example: set the real one`,
    )
  })

  it.each([
    ['DATABASE_URL', 'postgres://toolmark:Kettle/84@db.example/toolmark'],
    ['DATABASE_URL', 'postgres://toolmark:84#Kettle@db.example/toolmark'],
    ['DATABASE_URL', 'postgres://toolmark:84?Kettle@db.example/toolmark'],
    ['DATABASE_URL', 'postgres://toolmark:Ket@tle/84@db.example/toolmark'],
    ['DATABASE_URL', 'postgres://toolmark:Kettle%@db.example/toolmark'],
    ['DATABASE_DIRECT_URL', 'postgres://toolmark:Kettle/84@db.example/toolmark'],
    ['S3_URL', 'https://KEY:Ket/tle@s3.example/bucket?region=eu-central-1'],
    ['SMTP_URL', 'smtp://mail:84#Kettle@mail.example:587'],
    ['VALKEY_URL', 'redis://:Kettle/84@cache.example:6379/0'],
  ])('refuses %s=%s, and its message has no part of the password', (name, value) => {
    const DATABASE_URL = 'postgres://127.0.0.1/site'
    let message = ''
    try {
      readEnvironment({ DATABASE_URL, [name]: value })
    } catch (error) {
      message = String(error)
    }
    expect(message).toContain(`${name} has a character in its user or password that has to be`)
    expect(message).not.toMatch(/Ket|tle|84/)
  })

  it.each([
    ['DATABASE_URL', 'postgres://toolmark:Kettle%2F84@db.example/toolmark'],
    ['DATABASE_URL', 'postgres://toolmark:Ket@tle@db.example/toolmark'],
    ['DATABASE_URL', 'postgres:///toolmark?host=/var/run/postgresql'],
    ['SMTP_URL', 'smtp://me@mail.example:Kettle@mail.example:587/'],
    ['SITE_URL', 'https://tools.example'],
    ['KEYS_FILE', '.data/keys.json'],
    ['KEYS_FILE', join(tmpdir(), 'keys.json')],
  ])('takes %s=%s', (name, value) => {
    expect(readEnvironment({ [name]: value })).toHaveProperty(name, value)
  })

  it('refuses an empty JWT_SECRET, and a demonstration key of Supabase on another machine', () => {
    expect(() => readEnvironment({ JWT_SECRET: '' })).toThrow('JWT_SECRET is empty')
    const payload = Buffer.from('{"iss":"supabase-demo","role":"service_role"}').toString(
      'base64url',
    )
    const keys = { SUPABASE_ANON_KEY: 'key', SUPABASE_SERVICE_KEY: `e30.${payload}.signature` }
    const readWith = (SUPABASE_URL: string) => readEnvironment({ SUPABASE_URL, ...keys })
    expect(() => readWith('https://project.example')).toThrow(
      /^SUPABASE_SERVICE_KEY is a published/,
    )
    expect(readWith('http://127.0.0.1:54321').SUPABASE_URL).toBe('http://127.0.0.1:54321')
  })

  it('takes random secrets, and a simple password on the same machine', () => {
    for (let count = 0; count < 200; count += 1) {
      const bytes = randomBytes(24)
      for (const JWT_SECRET of [bytes.toString('base64'), bytes.toString('hex')])
        expect(readEnvironment({ JWT_SECRET }).JWT_SECRET).toBe(JWT_SECRET)
    }
    const DATABASE_URL = 'postgres://user:password@127.0.0.1/site'
    expect(readEnvironment({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL)
  })

  it('takes an empty value for none', () => {
    expect(readEnvironment({ SMTP_URL: '', PORT: '' }).PORT).toBe(3000)
  })

  it('reads a secret from a file, but not from both places', () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolmark-secrets-'))
    const file = join(folder, 'secret')
    const secret = 'a secret of more than thirty-two characters'
    writeFileSync(file, `${secret}\n`)
    try {
      expect(readEnvironment({ JWT_SECRET_FILE: file }).JWT_SECRET).toBe(secret)
      expect(() => readEnvironment({ JWT_SECRET_FILE: file, JWT_SECRET: secret })).toThrow(
        /^JWT_SECRET and JWT_SECRET_FILE exclude each other/,
      )
      expect(() => readEnvironment({ SMTP_URL_FILE: `${file}s` })).toThrow(
        /^SMTP_URL_FILE cannot be read: ENOENT[^\n]*$/,
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('SITE_URL is reduced to its origin, and precedes the listening address', () => {
    const environment = readEnvironment({ SITE_URL: 'https://tools.example/' })
    expect(siteUrlOf(environment, 8080)).toBe('https://tools.example')
    expect(siteUrlOf(readEnvironment({ HOST: '::1' }), 81)).toBe('http://[::1]:81')
  })
})

const SIGNS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789']

/** Every name that differs by one missing, added, wrong or exchanged character. */
const listTypingErrors = (name: string) =>
  [...name, ''].flatMap((sign, place) => {
    const [before, after] = [name.slice(0, place), name.slice(place + 1)]
    return [
      before + after,
      before + after.slice(0, 1) + sign + after.slice(1),
      ...SIGNS.flatMap((other) => [before + other + after, before + other + sign + after]),
    ]
  })

/** Names with each word in the singular and the plural, with the words in other orders, and in other spellings. */
function listOtherForms(name: string): string[] {
  const words = name.split('_')
  const permute = (rest: string[]): string[][] =>
    rest.length < 2
      ? [rest]
      : rest.flatMap((word, place) =>
          permute(rest.toSpliced(place, 1)).map((others) => [word, ...others]),
        )
  const numbers = words.flatMap((word, place) =>
    [`${word}S`, word.replace(/S$/, ''), word.replace(/IES$/, 'Y'), word.replace(/Y$/, 'IES')].map(
      (other) => words.with(place, other),
    ),
  )
  const spellings = words.length > 1 ? [words.join(''), words.join('-'), name.toLowerCase()] : []
  return [...[...numbers, ...permute(words)].map((form) => form.join('_')), ...spellings]
}

describe.each(NAMES)('%s', (name) => {
  /** Another setting may be as near: SMTE_URL is one letter from SMTP_URL and from SITE_URL. */
  const findUnnamed = (all: string[]) => {
    const typed = new Set(all.filter((other) => other !== '' && !isSetting(other)))
    for (const line of findMisspelled(
      Object.fromEntries([...typed].map((other) => [other, 'x'])),
    )) {
      const [, other = '', meant = ''] =
        /^(.*) is no setting of the site: is (.*) meant\?$/.exec(line) ?? []
      if (meant === name || listTypingErrors(meant).includes(other)) typed.delete(other)
    }
    return [...typed]
  }

  it('is named for each typing error of one character', () => {
    expect(listTypingErrors(name).length).toBeGreaterThan(300)
    // Words that other programs use.
    const others = ['POST', 'COST', 'GHOST', 'LOST', 'MOST', 'PART', 'SORT', 'SPORT']
    expect(findUnnamed(listTypingErrors(name)).filter((typed) => !others.includes(typed))).toEqual(
      [],
    )
  })

  it('is named for other forms of its words, and is no misspelling itself', () => {
    expect(findUnnamed(listOtherForms(name))).toEqual([])
    expect(findMisspelled({ [name]: 'x' })).toEqual([])
  })
})
