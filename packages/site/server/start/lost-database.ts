import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isUnused } from '@toolmark/backend/database/engines/damage.ts'
import { directUrlOf } from '@toolmark/backend/server/environment.ts'
import type { Environment } from '../environment.ts'

/**
 * On PGlite a start creates a database that is not there. Beside uploads of a site the database is lost, and an empty
 * one would replace it without a message.
 * @returns one line, or nothing if the folder is new or has its database
 */
export function findLostDatabase(
  environment: Pick<Environment, 'DATA_DIR' | 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>,
): string | undefined {
  const { DATA_DIR } = environment
  const folder = join(DATA_DIR, 'db')
  if (directUrlOf(environment) || !isUnused(folder)) return undefined
  // What a start makes beside the database, with S3 too. The keys alone may come from another place.
  const [uploads, incoming] = [join(DATA_DIR, 'files'), join(DATA_DIR, 'incoming')]
  const left = hasContent(uploads) ? uploads : existsSync(incoming) ? incoming : undefined
  return left
    ? `${folder} is missing, and ${left} is of a site: restore a backup, set DATABASE_URL if its database is elsewhere, or move ${left} away for an empty site`
    : undefined
}

/** An empty folder may be where something is mounted. */
const hasContent = (folder: string) => existsSync(folder) && readdirSync(folder).length > 0
