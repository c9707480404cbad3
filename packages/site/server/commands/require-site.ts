import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isUnused } from '@toolmark/backend/database/engines/damage.ts'
import { directUrlOf, keysFileOf } from '@toolmark/backend/server/environment.ts'
import type { Environment } from '../environment.ts'

// `start` and `restore` alone create a site. Every other command needs what a start has created, so that a
// misspelled DATA_DIR ends with a line.

/** @throws {Error} one line if no start has created the keys */
export function requireKeys(environment: Environment): void {
  const file = keysFileOf(environment)
  if (!environment.JWT_SECRET && !existsSync(file))
    throw new Error(`there is no ${file} yet: the first start creates it`)
}

/** @throws {Error} one line if PGlite has no database in the folder */
export function requireDatabase(environment: Environment): void {
  const { DATA_DIR } = environment
  if (!directUrlOf(environment) && isUnused(join(DATA_DIR, 'db')))
    throw new Error(`${DATA_DIR} holds no site`)
}
