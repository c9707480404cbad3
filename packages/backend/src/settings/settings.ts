import { existsSync, readFileSync, statSync } from 'node:fs'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { describeIgnored } from './unsupported-settings.ts'

const SECONDS: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 }

/** Go's notation, such as `60s`, `1m30s`, `1.5h`, `500ms`; in seconds. */
const duration = z
  .string()
  .regex(/^(\d+(\.\d+)?(ms|s|m|h))+$/, 'must be a duration such as "60s"')
  .transform((text) =>
    [...text.matchAll(/([\d.]+)([a-z]+)/g)].reduce(
      (sum, [, count = '0', unit = 's']) => sum + Number(count) * (SECONDS[unit] ?? 0),
      0,
    ),
  )

/** `50MiB`, `2MB`, or a number; in bytes. */
export const size = z
  .union([z.string(), z.number().int().nonnegative().transform(String)])
  .refine((text) => /^\d+\s*([KMG]i?B|B)?$/i.test(text), 'must be a size such as "50MiB"')
  .transform((text) => {
    const unit = text.replace(/[\d\s]/g, '').toUpperCase()
    const power = Math.max(0, ['B', 'K', 'M', 'G'].indexOf(unit.charAt(0) || 'B'))
    return Number.parseInt(text, 10) * (unit.includes('I') || power === 0 ? 1024 : 1000) ** power
  })

const integer = (min: number, max: number) => z.number().int().min(min).max(max)

/** `env(NAME)` is read from the environment, as in the CLI. */
const secret = z
  .string()
  .transform((text) => {
    const name = /^env\((\w+)\)$/.exec(text)?.[1]
    return name === undefined ? text : (process.env[name] ?? '')
  })
  .default('')

/** A provider whose accounts can sign in. */
const provider = z
  .object({
    enabled: z.boolean().default(false).describe('whether its accounts can sign in'),
    client_id: secret.describe(
      'of the site at the provider; after commas those of apps that sign in with an ID token',
    ),
    secret: secret.describe('likewise; `env(NAME)` reads a variable of the environment'),
    // Origin of a self-hosted service, such as GitHub Enterprise; empty in the CLI's default file.
    url: z
      .union([z.literal('').transform(() => undefined), z.url({ protocol: /^https?$/ })])
      .optional()
      .describe('of a service of your own, as the issuer calls itself'),
  })
  .refine((set) => !set.enabled || (set.client_id && set.secret), 'needs client_id and secret')
  .prefault({})

/** Any OpenID Connect issuer, under the name of GoTrue's provider. */
const issuer = provider
  .refine((set) => !set.enabled || set.url, 'needs the url of the issuer')
  .refine(
    ({ enabled, url }) => !enabled || !url || isProtected(url),
    'needs a url that begins with https:// (http:// only on this machine)',
  )

const schema = z.object({
  api: z
    .object({
      schemas: z
        .tuple([z.string()], z.string())
        .default(['public'])
        .describe('schemas of the API; the first is the default'),
      max_rows: integer(1, 100_000).default(1000).describe('the most rows of one answer'),
      // Not in the CLI; like PostgREST's `db-tx-end`: whether `Prefer: tx=rollback` is applied.
      tx_end: z
        .enum(['commit', 'commit-allow-override'])
        .default('commit')
        .describe('whether `Prefer: tx=rollback` is applied'),
    })
    .prefault({}),
  auth: z
    .object({
      site_url: z
        .url({ protocol: /^https?$/ })
        .refine((text) => new URL(text).pathname === '/', 'must be an address without a path')
        .optional()
        .describe('the public address, unless `SITE_URL` says it'),
      additional_redirect_urls: z
        .array(z.string())
        .default([])
        .describe('addresses besides those of the site to which links of mails may lead'),
      jwt_expiry: integer(1, 604_800)
        .default(3600)
        .describe('lifetime of access tokens in seconds'),
      // Both are optional: without them a product's own rule for new passwords counts.
      minimum_password_length: integer(6, 72)
        .optional()
        .describe('stays unset: the site has rules of its own'),
      password_requirements: z
        .enum([
          '',
          'letters_digits',
          'lower_upper_letters_digits',
          'lower_upper_letters_digits_symbols',
        ])
        .optional()
        .describe('likewise'),
      enable_signup: z.boolean().default(true).describe('`false` closes sign-up completely'),
      // 0 for no limit.
      sessions: z
        .object({
          timebox: duration.prefault('0s').describe('after which a session ends; `0s` is never'),
          inactivity_timeout: duration
            .prefault('0s')
            .describe('without use, after which a session ends; `0s` is never'),
        })
        .prefault({}),
      email: z
        .object({
          enable_signup: z
            .boolean()
            .default(true)
            .describe('`false` closes sign-in by email too: only providers remain'),
          enable_confirmations: z
            .boolean()
            .default(true)
            .describe('whether a new address has to be confirmed'),
          max_frequency: duration
            .prefault('60s')
            .describe('the least time between two mails to one address'),
          // GoTrue's default is true. Here, by default, only the new address confirms a change.
          double_confirm_changes: z
            .boolean()
            .default(false)
            .describe('whether the old address confirms a change, too'),
          otp_expiry: integer(60, 86_400)
            .default(86_400)
            .describe('how long links and codes of mails are valid, in seconds'),
        })
        .prefault({}),
      external: z.object({ github: provider, google: provider, keycloak: issuer }).prefault({}),
      // Per network address and five minutes; `email_sent` per hour in all.
      rate_limit: z
        .object({
          email_sent: integer(1, 1_000_000)
            .default(1000)
            .describe('mails per hour in all, two fifths of them for sign-ups'),
          sign_in_sign_ups: integer(1, 1_000_000)
            .default(30)
            .describe('sign-ins and sign-ups of a network in five minutes'),
          token_refresh: integer(1, 1_000_000)
            .default(150)
            .describe('refreshed sessions, likewise'),
          token_verifications: integer(1, 1_000_000)
            .default(30)
            .describe('opened links and entered codes, likewise'),
        })
        .prefault({}),
    })
    .prefault({}),
  storage: z
    .object({
      file_size_limit: size.prefault('50MiB').describe('the largest upload'),
      buckets: z
        .record(
          z.string(),
          z.object({
            public: z.boolean().default(false),
            file_size_limit: size.optional(),
            allowed_mime_types: z.array(z.string()).optional(),
            // For the CLI's seeding.
            objects_path: z.string().optional(),
          }),
        )
        .default({})
        .describe(
          'buckets besides those of the site: `public`, `file_size_limit`, `allowed_mime_types`',
        ),
    })
    .prefault({}),
})

export type Settings = z.output<typeof schema>

/**
 * Reads the settings of the Supabase CLI's file that this backend supports.
 * @param file a TOML file; an empty name for the defaults
 * @returns the settings, and a warning for each ignored key
 * @throws {Error} of one line with file, key and expected value, also for a value that this backend does
 *   not support
 */
export function readSettings(file: string): { settings: Settings; warnings: string[] } {
  if (file && !existsSync(file)) throw new Error(`${file} does not exist`)
  if (file && !statSync(file).isFile()) throw new Error(`${file} is no file with settings`)
  const content = file ? parseToml(file) : {}
  const result = schema.safeParse(content)
  if (!result.success) {
    const [issue] = result.error.issues
    throw new Error(`${file}: ${issue?.path.join('.')}: ${issue?.message}`)
  }
  const warnings = flattenEntries(content)
    .filter(([key]) => !isInSchema(schema, key.split('.')))
    .flatMap(([key, value]) => describeKey(file, key, value))
  return { settings: result.data, warnings }
}

function describeKey(file: string, key: string, value: unknown): string[] {
  try {
    const warning = describeIgnored(key, value)
    return warning === undefined ? [] : [`${file}: ${warning}`]
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`)
  }
}

/** Whether the schema has a key, including optional ones. */
function isInSchema(inner: z.core.$ZodType, [part, ...rest]: string[]): boolean {
  if (part === undefined) return true
  if (inner instanceof z.ZodObject) {
    const next: z.core.$ZodType | undefined = Object.hasOwn(inner.shape, part)
      ? inner.shape[part]
      : undefined
    return next !== undefined && isInSchema(next, rest)
  }
  if (inner instanceof z.ZodRecord) return isInSchema(inner.valueType, rest)
  if (
    inner instanceof z.ZodPrefault ||
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodOptional
  ) {
    return isInSchema(inner.def.innerType, [part, ...rest])
  }
  return false
}

interface ListedSetting {
  key: string
  meaning: string
  /** Undefined without one. */
  default: unknown
}

/** Every key of the file that this backend reads. */
export function listSettings(inner: z.core.$ZodType = schema, prefix = ''): ListedSetting[] {
  const { object, fallback } = unwrap(inner)
  if (object) {
    return Object.entries(object.shape).flatMap(([key, value]) =>
      listSettings(value, prefix ? `${prefix}.${key}` : key),
    )
  }
  const meaning = inner instanceof z.ZodType ? inner.description : undefined
  return [{ key: prefix, meaning: meaning ?? '', default: fallback }]
}

function unwrap(inner: z.core.$ZodType): { object?: z.ZodObject; fallback?: unknown } {
  if (inner instanceof z.ZodObject) return { object: inner }
  if (inner instanceof z.ZodPrefault || inner instanceof z.ZodDefault) {
    const { defaultValue, innerType } = inner.def
    return {
      fallback: defaultValue,
      ...(innerType instanceof z.ZodObject ? { object: innerType } : {}),
    }
  }
  return {}
}

function parseToml(file: string): object {
  try {
    // The decoder removes a byte order mark.
    return parse(new TextDecoder().decode(readFileSync(file)))
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new Error(`${file}: ${line}`)
  }
}

function flattenEntries(value: object, prefix = ''): [key: string, value: unknown][] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = prefix ? `${prefix}.${key}` : key
    const isTable = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    return isTable ? flattenEntries(inner, path) : [[path, inner] as [string, unknown]]
  })
}

/** Whether an address is https, or http on this machine, which no other machine can read or change. */
export function isProtected(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback)
}
