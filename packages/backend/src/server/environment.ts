import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { findResembling } from './variable-names.ts'

type Variables = Record<string, string | undefined>

/**
 * Reads the environment variables of an operator, which are validated once at the start.
 * @param schema of all settings; a secret may be in a file, which `JWT_SECRET_FILE` and the like name
 */
export function createEnvironmentReader<Schema extends z.ZodObject>(schema: Schema) {
  const secrets = Object.entries<z.ZodType>(schema.shape).flatMap(([name, each]) =>
    each.meta()?.isSecret ? [name] : [],
  )
  const names = [...Object.keys(schema.shape), ...secrets.map((secret) => `${secret}_FILE`)]

  function parse(variables: Variables) {
    // A manifest has the name alone until it is filled in: each process would sign with a key of its own.
    if (variables.JWT_SECRET === '')
      throw new Error('JWT_SECRET is empty: set a random text, or remove it')
    const set = Object.entries(variables).filter(([, value]) => value !== '')
    return schema.safeParse(readSecretFiles(Object.fromEntries(set), secrets))
  }

  return {
    /** The names of all settings, with those that name a file instead. */
    names: names as readonly string[],
    /**
     * @param variables as `process.env`; an empty value counts as not set
     * @throws {Error} one line that names the variable and what it should be
     */
    read(variables: Variables): z.output<Schema> {
      const result = parse(variables)
      if (!result.success) throw new Error(describeIssues(result.error)[0])
      return result.data
    },
    /** One line for each variable that is not valid. */
    findInvalid(variables: Variables): string[] {
      try {
        const result = parse(variables)
        return result.success ? [] : describeIssues(result.error)
      } catch (error) {
        return [error instanceof Error ? error.message : String(error)]
      }
    },
    /** One line for each name that looks like a misspelled setting: it would have no effect, and no message. */
    findMisspelled: (variables: readonly string[]): string[] =>
      variables.flatMap((name) => {
        const setting = names.includes(name) ? undefined : findResembling(name, names)
        return setting ? [`${name} is no setting of the site: is ${setting} meant?`] : []
      }),
  }
}

const describeIssues = ({ issues }: z.ZodError) =>
  issues.map(({ path, message }) => `${path.join('.')} ${message}`)

/** Container engines give secrets as files. */
function readSecretFiles(set: Variables, secrets: readonly string[]) {
  const read = secrets.flatMap((name) => {
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

interface Addresses {
  HOST: string
  PORT: number
  SITE_URL?: string | undefined
}

/** Where the database and the keys are, as the variables name it. */
export interface Places {
  DATA_DIR: string
  KEYS_FILE?: string | undefined
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
}

/** The address of the PostgreSQL server itself, without a pooler between. */
export const directUrlOf = ({ DATABASE_DIRECT_URL, DATABASE_URL }: Places) =>
  DATABASE_DIRECT_URL ?? DATABASE_URL

/** The file of the signing keys. Processes that share it see each rotation. */
export const keysFileOf = ({ KEYS_FILE, DATA_DIR }: Places): string =>
  KEYS_FILE ?? join(DATA_DIR, 'keys.json')

/** The public address: SITE_URL, or the address at which this process listens. */
export function siteUrlOf(environment: Addresses, port = environment.PORT): string {
  if (environment.SITE_URL) return environment.SITE_URL
  const everywhere = environment.HOST === '0.0.0.0' || environment.HOST === '::'
  const host = everywhere ? '127.0.0.1' : environment.HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
