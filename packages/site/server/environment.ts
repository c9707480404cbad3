import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { isLocalUrl } from '@toolmark/backend/server/client-address.ts'
import { isDemoKey } from '@toolmark/backend/server/placeholder-secrets.ts'
import { findResembling } from '@toolmark/backend/server/variable-names.ts'
import type { z } from 'zod'
import { SECRETS, VARIABLES } from './environment-variables.ts'

/** The environment variables of the operator, validated once at the start. */
export type Environment = ReturnType<typeof readEnvironment>

const schema = VARIABLES.refine((all) => !all.SUPABASE_URL === !all.SUPABASE_ANON_KEY, {
  path: ['SUPABASE_URL'],
  message: 'and SUPABASE_ANON_KEY belong together: set both or neither',
})
  .refine((all) => all.SUPABASE_URL || !all.SUPABASE_SERVICE_KEY, {
    path: ['SUPABASE_SERVICE_KEY'],
    message: 'is for a hosted backend: set SUPABASE_URL too, or neither',
  })
  .refine(
    ({ SUPABASE_URL = '', SUPABASE_SERVICE_KEY = '' }) =>
      !isDemoKey(SUPABASE_SERVICE_KEY) || isLocalUrl(SUPABASE_URL),
    {
      path: ['SUPABASE_SERVICE_KEY'],
      message: 'is a published demonstration key of Supabase: give the project keys of its own',
    },
  )
  .refine((all) => all.DATABASE_URL || !all.DATABASE_DIRECT_URL, {
    path: ['DATABASE_DIRECT_URL'],
    message: 'is for a DATABASE_URL that leads to a pooler: set DATABASE_URL too, or neither',
  })
  .superRefine(({ KEYS_FILE, DATA_DIR, JWT_SECRET }, context) => {
    const problem =
      KEYS_FILE && !JWT_SECRET ? findProblemOfKeysFile(KEYS_FILE, DATA_DIR) : undefined
    if (problem) context.addIssue({ code: 'custom', path: ['KEYS_FILE'], message: problem })
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

/** Only DATA_DIR is created by the start. */
function findProblemOfKeysFile(file: string, dataDir: string): string | undefined {
  if (existsSync(file))
    return statSync(file).isDirectory() ? `must be a file, and ${file} is a folder` : undefined
  const folder = dirname(resolve(file))
  const isInDataDir = `${folder}${sep}`.startsWith(`${resolve(dataDir)}${sep}`)
  if (isInDataDir || existsSync(folder)) return undefined
  return `must be in a folder that exists, and ${folder} does not`
}

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
  // A manifest has the name alone until it is filled in: each process would sign with a key of its own.
  if (variables.JWT_SECRET === '')
    throw new Error('JWT_SECRET is empty: set a random text, or remove it')
  const set = Object.entries(variables).filter(([, value]) => value !== '')
  return schema.safeParse(readSecretFiles(Object.fromEntries(set)))
}

const describeIssues = ({ issues }: z.ZodError) =>
  issues.map(({ path, message }) => `${path.join('.')} ${message}`)

/** The names of all settings, with those that name a file instead. */
export const listSettingNames = (): string[] => [
  ...Object.keys(schema.shape),
  ...SECRETS.map((secret) => `${secret}_FILE`),
]

/** Whether a variable is a setting of the site. */
export const isSetting = (name: string): boolean => listSettingNames().includes(name)

/** Names that no setting has, and config.toml does not read either. */
export function findUnknownNames(variables: Record<string, string | undefined>): string[] {
  const config = variables.CONFIG_FILE || join('supabase', 'config.toml')
  const settings = existsSync(config) ? readFileSync(config, 'utf8') : ''
  return Object.keys(variables).filter(
    (name) => !isSetting(name) && !settings.includes(`env(${name})`),
  )
}

/** One line for each variable whose name looks like a misspelled setting: it would have no effect, and no message. */
export const findMisspelled = (variables: Record<string, string | undefined>): string[] =>
  findUnknownNames(variables).flatMap((name) => {
    const setting = findResembling(name, listSettingNames())
    return setting ? [`${name} is no setting of the site: is ${setting} meant?`] : []
  })

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
