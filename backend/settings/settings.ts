import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { z } from 'zod'

/** `60s`, `2m`, `1h`, in seconds. */
const duration = z
  .string()
  .regex(/^\d+(s|m|h)$/, 'must be a duration such as "60s"')
  .transform((text) => Number.parseInt(text, 10) * { s: 1, m: 60, h: 3600 }[text.at(-1) as 's'])

/** `50MiB`, `2MB`, in bytes. */
const size = z
  .string()
  .regex(/^\d+\s*([KMG]i?B|B)$/, 'must be a size such as "50MiB"')
  .transform((text) => {
    const unit = text.replace(/[\d\s]/g, '')
    const power = ['B', 'K', 'M', 'G'].indexOf(unit.charAt(0))
    return Number.parseInt(text, 10) * (unit.includes('i') || power === 0 ? 1024 : 1000) ** power
  })

const whole = (least: number, most: number) => z.number().int().min(least).max(most)

const schema = z.object({
  api: z
    .object({
      schemas: z.array(z.string()).min(1).default(['public']),
      max_rows: whole(1, 100_000).default(1000),
    })
    .prefault({}),
  auth: z
    .object({
      site_url: z.url({ protocol: /^https?$/ }).optional(),
      additional_redirect_urls: z.array(z.string()).default([]),
      jwt_expiry: whole(30, 604_800).default(3600),
      minimum_password_length: whole(6, 72).default(6),
      email: z
        .object({
          enable_confirmations: z.boolean().default(true),
          max_frequency: duration.prefault('60s'),
          otp_expiry: whole(60, 86_400).default(86_400),
        })
        .prefault({}),
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
          }),
        )
        .default({}),
    })
    .prefault({}),
})

export type Settings = z.output<typeof schema>

/** Parts of the CLI's file that bear on its own tools and not on this backend. */
const CLI_ONLY =
  /^(project_id|db|studio|inbucket|realtime|edge_runtime|analytics|experimental|functions|api\.(enabled|port|extra_search_path|tls)|auth\.(enabled|enable_|jwt_issuer|sms|mfa|external|hook|sessions|third_party|email\.(enable_signup|double_confirm_changes|secure_password_change|smtp|template|otp_length)|rate_limit\.(sms_sent|anonymous_users|web3))|storage\.(enabled|image_transformation|s3))/

/**
 * The Supabase CLI's settings, as far as they bear on this backend.
 * @param file a TOML file; all settings have defaults where there is none
 * @returns the settings, and a line for each key that nobody knows
 * @throws {Error} one line that names the file, the key and what it should be
 */
export function readSettings(file: string): { settings: Settings; warnings: string[] } {
  const content = existsSync(file) ? tomlOf(file) : {}
  const result = schema.safeParse(content)
  if (!result.success) {
    const [issue] = result.error.issues
    throw new Error(`${file}: ${issue?.path.join('.')}: ${issue?.message}`)
  }
  const known = new Set(keysOf(result.data))
  const warnings = keysOf(content)
    .filter((key) => !known.has(key) && !CLI_ONLY.test(key) && !key.startsWith('storage.buckets.'))
    .map((key) => `${file}: nothing is known of the setting ${key}`)
  return { settings: result.data, warnings }
}

function tomlOf(file: string): object {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new Error(`${file}: ${line}`)
  }
}

function keysOf(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = prefix ? `${prefix}.${key}` : key
    const isTable = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    return isTable ? keysOf(inner, path) : [path]
  })
}
