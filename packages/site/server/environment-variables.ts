import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LOOPBACK, parseProxies } from '@toolmark/backend/server/client-address.ts'
import {
  hasPlaceholderPassword,
  isPlaceholder,
} from '@toolmark/backend/server/placeholder-secrets.ts'
import { z } from 'zod'

// The table of settings. `npm run settings` makes docs/settings.md and .env.example of it.

interface About {
  /** In place of a default that depends on other settings or on the machine. */
  shown?: string
  /** It may have a password, so it can be in a file too. */
  isSecret?: true
}

/** A setting and what it means, as docs/settings.md says it. */
const setting = <Schema extends z.ZodType>(
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

const secret = (length: number) =>
  z
    .string()
    .min(length, `must have at least ${length} characters`)
    .refine(
      (text) => !isPlaceholder(text),
      'is an example value, or as easy to guess: set a random one, as `openssl rand -base64 48` prints',
    )

const web = url(['http:', 'https:'])

/** An address of this site: all its pages begin there. */
const origin = web
  .refine((text) => {
    if (!URL.canParse(text)) return true
    const { pathname, search, hash, username, password } = new URL(text)
    return pathname === '/' && !(search || hash || username || password)
  }, 'must be an address without a path, as https://tools.example: the site cannot be below one')
  .transform((text) => new URL(text).origin)
const onOrOff = z.enum(['on', 'off'], 'must be on or off')

/** In a folder of its own a site has the settings of this version, unless the folder has others. */
function findConfigFile(): string {
  const file = join('supabase', 'config.toml')
  return existsSync(file) ? file : join(import.meta.dirname, '..', file)
}

const address = {
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
  PURGE_URL: setting(
    web.optional(),
    'a cache in front of the site, which gets `PURGE` with the keys of changed pages ([a cache in front](operating.md#a-cache-in-front))',
  ),
}

const data = {
  DATA_DIR: setting(z.string().default('.data'), 'the database, uploaded files and keys'),
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
  DUMP_DIR: setting(
    z.string().optional(),
    'the open data of each day ([open data](operating.md#open-data)); processes of one site share the folder',
    { shown: '`DATA_DIR/dumps`' },
  ),
  BACKUP_DIR: setting(
    z.string().optional(),
    'the folder of daily backups ([backup](operating.md#backup)); without it there are none',
  ),
  BACKUP_TIME: setting(
    z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of the day in UTC, as 03:00')
      .default('03:00'),
    'their time of the day, in UTC',
  ),
  BACKUP_KEEP: setting(
    z.coerce
      .number('must be a number of copies')
      .int('must be a number of copies')
      .min(1, 'must be 1 or more')
      .default(7),
    'how many of them stay',
  ),
  BACKUP_UPLOADS: setting(
    onOrOff.default('on'),
    '`off` leaves uploaded files out of all backups, for a store that makes copies itself',
  ),
}

const hosted = {
  SUPABASE_URL: setting(
    web.optional(),
    'a Supabase project instead of the embedded backend ([on Supabase](operating.md#on-supabase))',
  ),
  SUPABASE_ANON_KEY: setting(z.string().optional(), 'its anonymous or publishable key'),
  SUPABASE_SERVICE_KEY: setting(
    z.string().optional(),
    'its secret key, with which the site sends emails of moderation and notifications, moves pictures of removed content and deletes old reports; without it these wait',
    { isSecret: true },
  ),
}

const mail = {
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

const content = {
  DEMO_CONTENT: setting(onOrOff.default('on'), '`off` starts with only the categories'),
  SITE_DIR: setting(
    z.string().optional(),
    'the name, colors, icon and legal texts of the site ([branding](operating.md#branding))',
    { shown: '`site`' },
  ),
  CONFIG_FILE: setting(
    z.string().default(findConfigFile),
    'limits, sessions, sign-in and uploads, in the format of the Supabase CLI ([config.toml](#configtoml))',
    { shown: '`supabase/config.toml`' },
  ),
  LOGO_SERVICE: setting(
    z
      .literal('off')
      .or(web.refine((text) => text.includes('{domain}'), 'must contain {domain}, or be off'))
      .default('https://www.google.com/s2/favicons?domain={domain}&sz=128'),
    'the address for looking up logos, with `{domain}`; `off` looks up none and shows initials. 301 known tools have their mark without a look-up',
  ),
  DESIGN_PAGE: setting(
    onOrOff.default('off'),
    '`on` shows all UI components in all states at `/_/ui`',
  ),
}

const monitoring = {
  METRICS_TOKEN: setting(
    secret(16).optional(),
    'a bearer token for `/_/metrics`; without it only this machine can read the metrics',
    { isSecret: true },
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    web.optional(),
    'a collector of OpenTelemetry, `http://127.0.0.1:4318`, which gets spans of requests and statements ([traces](operating.md#monitoring)); `OTEL_EXPORTER_OTLP_HEADERS` adds headers',
  ),
  OTEL_SERVICE_NAME: setting(z.string().default('toolmark'), 'the name of the site there'),
  OTEL_TRACES_SAMPLER_ARG: setting(
    z.coerce
      .number('must be a number from 0 to 1')
      .min(0, 'must be a number from 0 to 1')
      .max(1, 'must be a number from 0 to 1')
      .default(1),
    'the share of requests that are traced, unless the request says it itself (`traceparent`)',
  ),
}

const tests = {
  CLAIM_TEST_HOSTS: setting(
    z
      .string()
      .regex(/^[^\s,/]+:\d+(,[^\s,/]+:\d+)*$/, 'must be host:port with commas between')
      .default('')
      .transform((text) => new Set(text ? text.split(',') : [])),
    'hosts such as `127.0.0.1:4567`, with commas between, that checks of makers’ claims may fetch besides the open internet',
    { shown: 'none' },
  ),
  CLAIM_TEST_DNS: setting(
    z.string().optional(),
    'the address of a resolver for checks of makers’ claims',
  ),
}

const GROUPS = {
  Address: address,
  Data: data,
  'A hosted backend': hosted,
  Mail: mail,
  'Content and look': content,
  Monitoring: monitoring,
  Tests: tests,
}

export const VARIABLES = z.object({
  ...address,
  ...data,
  ...hosted,
  ...mail,
  ...content,
  ...monitoring,
  ...tests,
})

interface Variable {
  name: string
  group: string
  meaning: string
  /** As the documents show it; undefined without one. */
  shown: string | undefined
  /** Undefined without one that is the same everywhere. */
  default: string | undefined
  isSecret: boolean
}

/** Every setting, in the order of the documents. */
export const listVariables = (): Variable[] =>
  Object.entries(GROUPS).flatMap(([group, settings]) =>
    Object.entries<z.ZodType>(settings).map(([name, schema]) => {
      const {
        description = '',
        shown,
        isSecret = false,
      } = (schema.meta() ?? {}) as About & {
        description?: string
      }
      const fallback: unknown = shown ? undefined : schema.safeParse(undefined).data
      const value = fallback === undefined ? undefined : String(fallback)
      const mark = value === undefined ? undefined : `\`${value}\``
      return { name, group, meaning: description, shown: shown ?? mark, default: value, isSecret }
    }),
  )

/** Variables that may have a password. */
export const SECRETS = listVariables()
  .filter(({ isSecret }) => isSecret)
  .map(({ name }) => name)
