import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { isLocalUrl } from '@toolmark/backend/server/client-address.ts'
import { createEnvironmentReader } from '@toolmark/backend/server/environment.ts'
import { isDemoKey } from '@toolmark/backend/server/placeholder-secrets.ts'
import { findConfigFile, VARIABLES } from './environment-variables.ts'

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

const reader = createEnvironmentReader(schema)

/** The environment variables of the operator, validated once at the start. */
export type Environment = ReturnType<typeof readEnvironment>

export const { read: readEnvironment, findInvalid: findInvalidVariables, names: NAMES } = reader

/** Whether a variable is a setting of the site. */
export const isSetting = (name: string): boolean => NAMES.includes(name)

/** Names that no setting has, and config.toml does not read either. */
export function findUnknownNames(variables: Record<string, string | undefined>): string[] {
  const config = variables.CONFIG_FILE || findConfigFile()
  const isFile = statSync(config, { throwIfNoEntry: false })?.isFile()
  const settings = isFile ? readFileSync(config, 'utf8') : ''
  return Object.keys(variables).filter(
    (name) => !isSetting(name) && !settings.includes(`env(${name})`),
  )
}

/** One line for each variable whose name looks like a misspelled setting. */
export const findMisspelled = (variables: Record<string, string | undefined>): string[] =>
  reader.findMisspelled(findUnknownNames(variables))
