import { z } from 'zod'
import { LOOPBACK, parseProxies } from './client-address.ts'
import { hasPlaceholderPassword, isPlaceholder } from './placeholder-secrets.ts'

// The variables of the environment that every product on this backend has, and what its own are made of.

export interface About {
  /** In place of a default that depends on other settings or on the machine. */
  shown?: string
  /** It may have a password, so it can be in a file too. */
  isSecret?: true
  /** A folder that the process creates and writes. */
  isFolder?: true
}

/** A setting and what it means, as a document lists it. */
export const setting = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  about: About = {},
): Schema => schema.meta({ description, ...about })

const url = (protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    )

/** @param protocols of an address that may have a password */
const secretUrl = (protocols: string[]) =>
  z
    .string()
    .refine(
      hasEncodedPassword,
      'has a character in its user or password that has to be encoded, such as %2F for / or %25 for %',
    )
    .pipe(url(protocols))
    .refine(
      (text) => !hasPlaceholderPassword(text),
      'has the password of an example: set the real one',
    )

/**
 * A `/`, `?` or `#` in a password ends the host for a program: it would look up, and write into its log, the part
 * before it.
 */
function hasEncodedPassword(text: string): boolean {
  const [, authority = '', rest = ''] = /^[a-z0-9+.-]*:\/\/([^/?#\\]*)(.*)$/is.exec(text) ?? []
  const account = authority.slice(0, Math.max(0, authority.lastIndexOf('@')))
  return !rest.includes('@') && !/%(?![0-9a-f]{2})/i.test(account)
}

const hasHost = (text: string) => URL.canParse(text) && new URL(text).hostname !== ''

export const secret = (length: number) =>
  z
    .string()
    .min(length, `must have at least ${length} characters`)
    .refine(
      (text) => !isPlaceholder(text),
      'is an example value, or as easy to guess: set a random one, as `openssl rand -base64 48` prints',
    )

export const web = url(['http:', 'https:'])

/** An address of this site: all its pages begin there. */
const origin = web
  .refine((text) => {
    if (!URL.canParse(text)) return true
    const { pathname, search, hash, username, password } = new URL(text)
    return pathname === '/' && !(search || hash || username || password)
  }, 'must be an address without a path, as https://tools.example: the site cannot be below one')
  .transform((text) => new URL(text).origin)
export const onOrOff = z.enum(['on', 'off'], 'must be on or off')

export const ADDRESS = {
  PORT: setting(
    z.coerce
      .number('must be a number from 0 to 65535')
      .int('must be a whole number from 0 to 65535')
      .min(0, 'must be a number from 0 to 65535')
      .max(65_535, 'must be a number from 0 to 65535')
      .default(3000),
    'the port to listen on',
  ),
  HOST: setting(
    z.string().default('127.0.0.1'),
    'the address to listen on; `0.0.0.0` for all of this machine',
  ),
  SITE_URL: setting(
    origin.optional(),
    'the public address of the site, in mailed links and canonical addresses',
    { shown: 'where it listens' },
  ),
  TRUSTED_PROXIES: setting(
    z
      .string()
      .default(LOOPBACK)
      .transform((text, context) => {
        try {
          return parseProxies(text)
        } catch {
          const words =
            'must be addresses and networks with commas between, as 10.0.0.5,172.17.0.0/16'
          context.addIssue(words)
          return z.NEVER
        }
      }),
    'proxies whose `X-Forwarded-For` is trusted, as `10.0.0.5,172.17.0.0/16`',
    { shown: 'this machine' },
  ),
  DRAIN_SECONDS: setting(
    z.coerce
      .number('must be a number of seconds')
      .min(0, 'must be 0 or more seconds')
      .max(300, 'must be at most 300 seconds')
      .default(5),
    'after `SIGTERM`, how long `/_/ready` answers 503 before the port closes',
  ),
}

export const DATA = {
  DATA_DIR: setting(z.string().default('.data'), 'the database, uploaded files and keys', {
    isFolder: true,
  }),
  KEYS_FILE: setting(
    z.string().optional(),
    'the signing keys; processes of one site share the file ([keys](operating.md#keys))',
    { shown: '`DATA_DIR/keys.json`' },
  ),
  JWT_SECRET: setting(
    secret(32).optional(),
    'a shared secret for signing tokens, instead of the generated key',
    { isSecret: true },
  ),
  DATABASE_URL: setting(
    secretUrl(['postgres:', 'postgresql:']).optional(),
    'PostgreSQL 15 or newer instead of PGlite, `postgres://user:password@host/database` ([on PostgreSQL](operating.md#on-postgresql))',
    { isSecret: true },
  ),
  DATABASE_DIRECT_URL: setting(
    secretUrl(['postgres:', 'postgresql:']).optional(),
    'the server itself, if `DATABASE_URL` leads to a pooler in transaction mode',
    { isSecret: true },
  ),
  VALKEY_URL: setting(
    secretUrl(['redis:', 'rediss:', 'valkey:', 'valkeys:'])
      .refine(hasHost, 'must name a host, as redis://:password@host:6379/0')
      // The client knows the older names only.
      .transform((text) => text.replace(/^valkey(s?):/, 'redis$1:'))
      .optional(),
    'Valkey or Redis, `redis://:password@host:6379/0`, to count there [what protects accounts and mail](scaling.md) instead of in PostgreSQL',
    { isSecret: true },
  ),
  S3_URL: setting(
    secretUrl(['http:', 'https:'])
      .refine(
        (text) => /^https?:\/\/[^:@/]+:[^@/]+@[^/]+\/[^/?]+/.test(text),
        'must be as https://ACCESS_KEY:SECRET@host/bucket?region=…',
      )
      .optional(),
    'an S3-compatible store for uploaded files instead of `DATA_DIR`, `https://ACCESS_KEY:SECRET@host/bucket?region=…`',
    { isSecret: true },
  ),
}

export const MAIL = {
  SMTP_URL: setting(
    secretUrl(['smtp:', 'smtps:'])
      .refine(
        (text) => hasHost(text) && /^\/?$/.test(new URL(text).pathname),
        'must name a host and no path, as smtp://user:password@host:587',
      )
      .optional(),
    'a mail server, `smtp://user:password@host:587`; without one no mail is sent, and `/_/outbox` shows it on this machine',
    { isSecret: true },
  ),
  MAIL_FROM: setting(
    z
      .string()
      .regex(
        /^(?:[^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
        'must be an address, as Toolmark <mail@tools.example>',
      )
      .optional(),
    'the sender, as `Toolmark <mail@tools.example>`',
    { shown: '`no-reply@` the host of `SITE_URL`' },
  ),
}
