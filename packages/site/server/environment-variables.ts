import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type About,
  ADDRESS,
  DATA,
  MAIL,
  onOrOff,
  secret,
  setting,
  web,
} from '@toolmark/backend/server/variables.ts'
import { z } from 'zod'

// The table of settings. `npm run settings` makes docs/settings.md and .env.example of it.

/** The settings of this version. */
export const PACKAGE_CONFIG_FILE = join(import.meta.dirname, '..', 'supabase', 'config.toml')

/** In a folder of its own a site has the settings of this version, unless the folder has others. */
export function findConfigFile(): string {
  const files = ['config.toml', join('supabase', 'config.toml')]
  return files.find((file) => existsSync(file)) ?? PACKAGE_CONFIG_FILE
}

const address = {
  ...ADDRESS,
  PURGE_URL: setting(
    web.optional(),
    'a cache in front of the site, which gets `PURGE` with the keys of changed pages ([a cache in front](operating.md#a-cache-in-front))',
  ),
}

const data = {
  ...DATA,
  DUMP_DIR: setting(
    z.string().optional(),
    'the open data of each day ([open data](operating.md#open-data)); processes of one site share the folder',
    { shown: '`DATA_DIR/dumps`', isFolder: true },
  ),
  BACKUP_DIR: setting(
    z.string().optional(),
    'the folder of daily backups ([backup](operating.md#backup)); without it there are none',
    { isFolder: true },
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
    { shown: '`config.toml`, else `supabase/config.toml`' },
  ),
  LOGO_SERVICE: setting(
    z
      .literal('off')
      .or(web.refine((text) => text.includes('{domain}'), 'must contain {domain}, or be off'))
      .default('https://www.google.com/s2/favicons?domain={domain}&sz=128'),
    'the address for looking up logos, with `{domain}`, if the website of a tool names no icon; with `off` the server reads neither and draws initials. 301 known tools have their mark without a look-up',
  ),
  DESIGN_PAGE: setting(
    onOrOff.default('off'),
    '`on` shows all UI components in all states at `/_/ui`',
  ),
}

const facts = {
  FACT_SOURCES: setting(
    z.enum(['on', 'off'], 'must be on or off').optional(),
    'whether the site reads facts of tools from their repositories, packages and websites ([facts](operating.md#facts))',
    { shown: '`on`, and `off` with demo content' },
  ),
  GITHUB_TOKEN: setting(
    z.string().optional(),
    'a token without rights for GitHub, which allows 5,000 requests an hour instead of 60; it is sent to api.github.com alone',
    { isSecret: true },
  ),
  GITLAB_TOKEN: setting(z.string().optional(), 'the same for gitlab.com', { isSecret: true }),
  CODEBERG_TOKEN: setting(z.string().optional(), 'the same for codeberg.org', { isSecret: true }),
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
    'hosts such as `127.0.0.1:4567`, with commas between, that checks of makers’ claims and reads of lists may fetch besides the open internet',
    { shown: 'none' },
  ),
  FACT_TEST_ORIGIN: setting(
    web.optional(),
    'the origin of a server that plays all hosts of sources of facts: it gets `/{host}{path}`',
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
  Mail: MAIL,
  'Content and look': content,
  'Facts of tools': facts,
  Monitoring: monitoring,
  Tests: tests,
}

export const VARIABLES = z.object({
  ...address,
  ...data,
  ...hosted,
  ...MAIL,
  ...content,
  ...facts,
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
  isFolder: boolean
}

/** Every setting, in the order of the documents. */
export const listVariables = (): Variable[] =>
  Object.entries(GROUPS).flatMap(([group, settings]) =>
    Object.entries<z.ZodType>(settings).map(([name, schema]) => {
      const {
        description = '',
        shown,
        isSecret = false,
        isFolder = false,
      } = (schema.meta() ?? {}) as About & {
        description?: string
      }
      const fallback: unknown = shown ? undefined : schema.safeParse(undefined).data
      const value = fallback === undefined ? undefined : String(fallback)
      const mark = value === undefined ? undefined : `\`${value}\``
      const about = { group, meaning: description, shown: shown ?? mark, default: value }
      return { name, ...about, isSecret, isFolder }
    }),
  )

/** Variables whose folders the site creates and writes. */
export const FOLDERS = listVariables()
  .filter(({ isFolder }) => isFolder)
  .map(({ name }) => name)
