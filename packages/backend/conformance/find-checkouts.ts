import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SUITES, type Suite } from './clients/suites.ts'
import { ConformanceError } from './conformance-error.ts'

/** What a call runs. */
export interface Checkouts {
  /** Folder of a checkout of PostgREST. */
  postgrest: string | undefined
  /** Packages of a checkout of supabase-js. */
  clients: { suite: Suite; path: string }[]
}

/**
 * Finds the checkouts in a folder.
 * @param only the name of one package or spec
 * @throws {ConformanceError} of one line: the folder does not exist or has none, or a package is not installed
 */
export function findCheckouts(folder: string, only?: string): Checkouts {
  if (!folder) throw new ConformanceError('usage: npm run conformance -- FOLDER [NAME]')
  if (!existsSync(folder)) throw new ConformanceError(`${folder} does not exist`)
  const [postgrest, monorepo] = [join(folder, 'postgrest'), join(folder, 'supabase-js')]
  const [hasSpecs, hasClients] = [existsSync(postgrest), existsSync(monorepo)]
  if (!hasSpecs && !hasClients) {
    throw new ConformanceError(
      `${folder} has no checkout: it needs "postgrest", "supabase-js" or both`,
    )
  }
  const isPackage = SUITES.some(({ name }) => name === only)
  if (isPackage && !hasClients) throw new ConformanceError(`${monorepo} does not exist`)
  if (only && !isPackage && !hasSpecs) {
    throw new ConformanceError(`${only} is no package, and ${postgrest} does not exist`)
  }
  if (hasSpecs && !isPackage && !existsSync(join(postgrest, 'test', 'spec'))) {
    throw new ConformanceError(`${postgrest} is no checkout of PostgREST: it has no test/spec`)
  }
  const suites = SUITES.filter(({ name }) => (only ? name === only : hasClients))
  return {
    postgrest: hasSpecs && !isPackage ? postgrest : undefined,
    clients: suites.map((suite) => ({ suite, path: requirePackage(monorepo, suite.name) })),
  }
}

function requirePackage(monorepo: string, name: string): string {
  const path = join(monorepo, 'packages', 'core', name)
  if (!existsSync(path)) throw new ConformanceError(`${path} does not exist`)
  if (existsSync(join(path, 'node_modules'))) return path
  throw new ConformanceError(`${path} has no node_modules: run pnpm install in ${monorepo}`)
}
