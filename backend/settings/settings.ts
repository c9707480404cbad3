import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { aboutUnheard } from './unsupported-settings.ts'

const SECONDS: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 }

/** As Go writes them: `60s`, `1m30s`, `1.5h`, `500ms`; in seconds. */
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
  .refine((text) => /^\d+\s*([KMG]i?B|B)?$/.test(text), 'must be a size such as "50MiB"')
  .transform((text) => {
    const unit = text.replace(/[\d\s]/g, '')
    const power = Math.max(0, ['B', 'K', 'M', 'G'].indexOf(unit.charAt(0) || 'B'))
    return Number.parseInt(text, 10) * (unit.includes('i') || power === 0 ? 1024 : 1000) ** power
  })

const whole = (least: number, most: number) => z.number().int().min(least).max(most)

/** `env(NAME)` is read from the environment, as the CLI does. */
const secret = z
  .string()
  .transform((text) => {
    const name = /^env\((\w+)\)$/.exec(text)?.[1]
    return name === undefined ? text : (process.env[name] ?? '')
  })
  .default('')

/** An account elsewhere that may sign in. */
const provider = z
  .object({
    enabled: z.boolean().default(false),
    client_id: secret,
    secret,
    // Another home of the same service, as GitHub Enterprise has; empty in the CLI's own files.
    url: z
      .union([z.literal('').transform(() => undefined), z.url({ protocol: /^https?$/ })])
      .optional(),
  })
  .refine((set) => !set.enabled || (set.client_id && set.secret), 'needs client_id and secret')
  .prefault({})

const schema = z.object({
  api: z
    .object({
      schemas: z.tuple([z.string()], z.string()).default(['public']),
      max_rows: whole(1, 100_000).default(1000),
      // Ours, after PostgREST's `db-tx-end`: whether `Prefer: tx=rollback` is heard.
      tx_end: z.enum(['commit', 'commit-allow-override']).default('commit'),
    })
    .prefault({}),
  auth: z
    .object({
      site_url: z.url({ protocol: /^https?$/ }).optional(),
      additional_redirect_urls: z.array(z.string()).default([]),
      jwt_expiry: whole(1, 604_800).default(3600),
      minimum_password_length: whole(6, 72).default(6),
      password_requirements: z
        .enum([
          '',
          'letters_digits',
          'lower_upper_letters_digits',
          'lower_upper_letters_digits_symbols',
        ])
        .default(''),
      enable_signup: z.boolean().default(true),
      // Without one a session lasts until it is ended.
      sessions: z
        .object({ timebox: duration.prefault('0s'), inactivity_timeout: duration.prefault('0s') })
        .prefault({}),
      email: z
        .object({
          enable_signup: z.boolean().default(true),
          enable_confirmations: z.boolean().default(true),
          max_frequency: duration.prefault('60s'),
          // GoTrue's own default is true; here the new address alone confirms unless it is said.
          double_confirm_changes: z.boolean().default(false),
          otp_expiry: whole(60, 86_400).default(86_400),
        })
        .prefault({}),
      external: z.object({ github: provider, google: provider }).prefault({}),
      // Per network address and five minutes, but for e-mail: per hour in all.
      rate_limit: z
        .object({
          email_sent: whole(1, 1_000_000).default(1000),
          sign_in_sign_ups: whole(1, 1_000_000).default(30),
          token_refresh: whole(1, 1_000_000).default(150),
          token_verifications: whole(1, 1_000_000).default(30),
        })
        .prefault({}),
    })
    .prefault({}),
  storage: z
    .object({
      file_size_limit: size.prefault('50MiB'),
      buckets: z
        .record(
          z.string(),
          z.object({
            public: z.boolean().default(false),
            file_size_limit: size.optional(),
            allowed_mime_types: z.array(z.string()).optional(),
            // For the CLI's own seeding.
            objects_path: z.string().optional(),
          }),
        )
        .default({}),
    })
    .prefault({}),
})

export type Settings = z.output<typeof schema>

/**
 * The Supabase CLI's settings, as far as they bear on this backend.
 * @param file a TOML file; an empty name for the defaults alone
 * @returns the settings, and a line for each key that nobody knows
 * @throws {Error} one line that names the file, the key and what it should be, also for a key that
 *   asks for what this backend does not do
 */
export function readSettings(file: string): { settings: Settings; warnings: string[] } {
  if (file && !existsSync(file)) throw new Error(`${file} does not exist`)
  const content = file ? tomlOf(file) : {}
  const result = schema.safeParse(content)
  if (!result.success) {
    const [issue] = result.error.issues
    throw new Error(`${file}: ${issue?.path.join('.')}: ${issue?.message}`)
  }
  const warnings = leavesOf(content)
    .filter(([key]) => !isKnown(schema, key.split('.')))
    .flatMap(([key, value]) => saidOf(file, key, value))
  return { settings: result.data, warnings }
}

function saidOf(file: string, key: string, value: unknown): string[] {
  try {
    const said = aboutUnheard(key, value)
    return said === undefined ? [] : [`${file}: ${said}`]
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`)
  }
}

/** Whether the schema has a place for a key, also for one without a default. */
function isKnown(inner: z.core.$ZodType, [part, ...rest]: string[]): boolean {
  if (part === undefined) return true
  if (inner instanceof z.ZodObject) {
    const next: z.core.$ZodType | undefined = Object.hasOwn(inner.shape, part)
      ? inner.shape[part]
      : undefined
    return next !== undefined && isKnown(next, rest)
  }
  if (inner instanceof z.ZodRecord) return isKnown(inner.valueType, rest)
  if (
    inner instanceof z.ZodPrefault ||
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodOptional
  ) {
    return isKnown(inner.def.innerType, [part, ...rest])
  }
  return false
}

function tomlOf(file: string): object {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new Error(`${file}: ${line}`)
  }
}

function leavesOf(value: object, prefix = ''): [key: string, value: unknown][] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = prefix ? `${prefix}.${key}` : key
    const isTable = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    return isTable ? leavesOf(inner, path) : [[path, inner] as [string, unknown]]
  })
}
