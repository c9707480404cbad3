import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { LOOPBACK, parseProxies } from './http/client-address.ts'

/** The environment variables of the operator, validated once at the start. */
export type Environment = ReturnType<typeof readEnvironment>

const url = (protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    )

/** In a folder of its own a site has the settings of this version, unless the folder has others. */
function findConfigFile(): string {
  const file = join('supabase', 'config.toml')
  return existsSync(file) ? file : join(import.meta.dirname, '..', file)
}

const schema = z
  .object({
    PORT: z.coerce
      .number('must be a number from 0 to 65535')
      .int('must be a whole number from 0 to 65535')
      .min(0, 'must be a number from 0 to 65535')
      .max(65_535, 'must be a number from 0 to 65535')
      .default(3000),
    HOST: z.string().default('127.0.0.1'),
    SITE_URL: url(['http:', 'https:'])
      .transform((text) => new URL(text).origin)
      .optional(),
    TRUSTED_PROXIES: z
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
    DRAIN_SECONDS: z.coerce
      .number('must be a number of seconds')
      .min(0, 'must be 0 or more seconds')
      .max(300, 'must be at most 300 seconds')
      .default(5),
    DATA_DIR: z.string().default('.data'),
    KEYS_FILE: z.string().optional(),
    SITE_DIR: z.string().optional(),
    DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
    DATABASE_DIRECT_URL: url(['postgres:', 'postgresql:']).optional(),
    VALKEY_URL: url(['redis:', 'rediss:', 'valkey:', 'valkeys:'])
      // The client knows the older names only.
      .transform((text) => text.replace(/^valkey(s?):/, 'redis$1:'))
      .optional(),
    SUPABASE_URL: url(['http:', 'https:']).optional(),
    SUPABASE_ANON_KEY: z.string().optional(),
    SUPABASE_SERVICE_KEY: z.string().optional(),
    S3_URL: url(['http:', 'https:'])
      .refine(
        (text) => /^https?:\/\/[^:@/]+:[^@/]+@[^/]+\/[^/?]+/.test(text),
        'must be as https://ACCESS_KEY:SECRET@host/bucket?region=…',
      )
      .optional(),
    SMTP_URL: url(['smtp:', 'smtps:']).optional(),
    MAIL_FROM: z
      .string()
      .regex(
        /^(?:[^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
        'must be an address, as Toolmark <mail@tools.example>',
      )
      .optional(),
    LOGO_SERVICE: z
      .literal('off')
      .or(
        url(['http:', 'https:']).refine(
          (text) => text.includes('{domain}'),
          'must contain {domain}, or be off',
        ),
      )
      .default('https://www.google.com/s2/favicons?domain={domain}&sz=128'),
    DEMO_CONTENT: z.enum(['on', 'off'], 'must be on or off').default('on'),
    DESIGN_PAGE: z.enum(['on', 'off'], 'must be on or off').default('off'),
    CONFIG_FILE: z.string().default(findConfigFile),
    BACKUP_DIR: z.string().optional(),
    BACKUP_KEEP: z.coerce
      .number('must be a number of copies')
      .int('must be a number of copies')
      .min(1, 'must be 1 or more')
      .default(7),
    BACKUP_TIME: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of the day in UTC, as 03:00')
      .default('03:00'),
    BACKUP_UPLOADS: z.enum(['on', 'off'], 'must be on or off').default('on'),
    PURGE_URL: url(['http:', 'https:']).optional(),
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  })
  .refine((all) => !all.SUPABASE_URL === !all.SUPABASE_ANON_KEY, {
    path: ['SUPABASE_URL'],
    message: 'and SUPABASE_ANON_KEY belong together: set both or neither',
  })
  .refine((all) => all.SUPABASE_URL || !all.SUPABASE_SERVICE_KEY, {
    path: ['SUPABASE_SERVICE_KEY'],
    message: 'is for a hosted backend: set SUPABASE_URL too, or neither',
  })
  .refine((all) => all.DATABASE_URL || !all.DATABASE_DIRECT_URL, {
    path: ['DATABASE_DIRECT_URL'],
    message: 'is for a DATABASE_URL that leads to a pooler: set DATABASE_URL too, or neither',
  })
  .refine((all) => !(all.SUPABASE_URL && all.PURGE_URL), {
    path: ['PURGE_URL'],
    message: 'is for the embedded backend, which announces changes: remove it, or SUPABASE_URL',
  })
  .refine((all) => !(all.SUPABASE_URL && all.VALKEY_URL), {
    path: ['VALKEY_URL'],
    message: 'is for the embedded backend: a hosted one counts its limits itself. Remove it',
  })
  .refine((all) => !(all.SUPABASE_URL && all.DATABASE_URL), {
    path: ['DATABASE_URL'],
    message: 'is for the embedded backend and SUPABASE_URL for a hosted one: set only one of them',
  })

/**
 * @param variables as `process.env`; an empty value counts as not set
 * @throws {Error} one line that names the variable and what it should be
 */
export function readEnvironment(variables: Record<string, string | undefined>) {
  const result = parse(variables)
  if (!result.success) throw new Error(describeIssues(result.error)[0])
  return result.data
}

/** One line for each variable that is not valid. */
export function findInvalidVariables(variables: Record<string, string | undefined>): string[] {
  try {
    const result = parse(variables)
    return result.success ? [] : describeIssues(result.error)
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

function parse(variables: Record<string, string | undefined>) {
  const set = Object.entries(variables).filter(([, value]) => value !== '')
  return schema.safeParse(readSecretFiles(Object.fromEntries(set)))
}

const describeIssues = ({ issues }: z.ZodError) =>
  issues.map(({ path, message }) => `${path.join('.')} ${message}`)

/** Whether a variable is a setting of the site. */
export const isSetting = (name: string): boolean =>
  Object.hasOwn(schema.shape, name) || SECRETS.some((secret) => name === `${secret}_FILE`)

/** Variables that may have a password. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'VALKEY_URL',
  'S3_URL',
  'SMTP_URL',
  'SUPABASE_SERVICE_KEY',
  'JWT_SECRET',
  'METRICS_TOKEN',
]

/** Reads `JWT_SECRET_FILE` and the like, as container engines give secrets. */
function readSecretFiles(set: Record<string, string | undefined>) {
  const read = SECRETS.flatMap((name) => {
    const file = set[`${name}_FILE`]
    if (file === undefined) return []
    if (set[name] !== undefined)
      throw new Error(`${name} and ${name}_FILE exclude each other: set one of them`)
    try {
      return [[name, readFileSync(file, 'utf8').trim()] as const]
    } catch (error) {
      throw new Error(
        `${name}_FILE cannot be read: ${error instanceof Error ? error.message : error}`,
      )
    }
  })
  return { ...set, ...Object.fromEntries(read) }
}

/** The address of the PostgreSQL server itself, without a pooler between. */
export const directUrlOf = ({ DATABASE_DIRECT_URL, DATABASE_URL }: Environment) =>
  DATABASE_DIRECT_URL ?? DATABASE_URL

/** The file of the signing keys. Processes that share it see each rotation. */
export const keysFileOf = ({ KEYS_FILE, DATA_DIR }: Environment): string =>
  KEYS_FILE ?? join(DATA_DIR, 'keys.json')

/** The public address: SITE_URL, or the address at which this process listens. */
export function siteUrlOf(environment: Environment, port = environment.PORT): string {
  if (environment.SITE_URL) return environment.SITE_URL
  const everywhere = environment.HOST === '0.0.0.0' || environment.HOST === '::'
  const host = everywhere ? '127.0.0.1' : environment.HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
