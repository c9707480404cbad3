import { existsSync } from 'node:fs'
import type { Database } from '@toolmark/backend/database/database.ts'
import { unpackFirstDatabase } from '@toolmark/backend/database/engines/first-database.ts'
import { migrate } from '@toolmark/backend/database/migrate.ts'
import { createKeyFile } from '@toolmark/backend/keys/key-file.ts'
import { directUrlOf, keysFileOf } from '@toolmark/backend/server/environment.ts'
import { printWarning } from '@toolmark/backend/server/log.ts'
import { waitForDatabase } from '@toolmark/backend/server/wait-for-database.ts'
import { removeControlFile } from '../backup/backup-requests.ts'
import { hasSite } from '../backup/tables.ts'
import { beginDemoContent } from '../demo/load.ts'
import type { Environment } from '../environment.ts'
import { MAKE_OWN_SECRETS, MIGRATIONS } from '../migrations.ts'
import { findLostDatabase } from './lost-database.ts'

/**
 * Opens the database, migrates it and marks an empty one for demo content if it is wanted.
 * @param versions marks what the process was started with, for the others
 * @throws {Error} one line if the database of a site is missing
 */
export async function openSiteDatabase(
  environment: Environment,
  versions: readonly string[] = [],
): Promise<Database> {
  const problem = findLostDatabase(environment)
  if (problem) throw new Error(problem)
  const isNew =
    !directUrlOf(environment) &&
    (await unpackFirstDatabase(environment.DATA_DIR, MIGRATIONS, printWarning))
  let isReopened = false
  const prepare = async (database: Database): Promise<boolean> => {
    // From here on the lock keeps other processes out of the folder.
    if (!directUrlOf(environment)) removeControlFile(environment.DATA_DIR)
    // A first start opens the database again after it has filled it.
    if (!isReopened) await prepareKeys(environment, !isNew && (await hasSite(database)))
    isReopened = true
    const hasMigrated = (await migrate(database, MIGRATIONS, printWarning)).length > 0
    if (database.engine === 'pglite') await database.asOwner(MAKE_OWN_SECRETS)
    if (environment.DEMO_CONTENT !== 'off') await beginDemoContent(database, new Date())
    return hasMigrated
  }
  return waitForDatabase(environment, prepare, versions)
}

/**
 * The start creates keys that are not there, also beside a database that has been used with others. A first start
 * creates them before the schema: another one that finds the schema finds the keys too.
 */
async function prepareKeys(environment: Environment, isUsed: boolean): Promise<void> {
  const file = keysFileOf(environment)
  if (environment.JWT_SECRET || existsSync(file)) return
  if (!isUsed) return createKeyFile(file)
  printWarning(
    `${file} is missing, so the start creates new keys: everybody is signed out, programs need the new keys, and secrets of two-step sign-in cannot be read. If there is a copy of the file, stop and put it there`,
  )
}
