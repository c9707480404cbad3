import { existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readKeyFile } from '@toolmark/backend/keys/key-file.ts'
import { keysFileOf } from '@toolmark/backend/server/environment.ts'
import { readBackupAge } from '../../backup/scheduled-backups.ts'
import type { Environment } from '../../environment.ts'
import { BUILD } from '../../rendering/site.ts'
import { type Finding, failed, ok, warning } from './findings.ts'

const GB = 1024 ** 3
/** With less a site soon refuses writes. */
const LEAST_GB = { failed: 0.1, warning: 1 }

/** A day, and time to make one. */
const MOST_BACKUP_HOURS = 26

/** Node, the built site, the space on the disk of its data, the keys and the backups. */
export async function checkMachine(environment: Environment): Promise<Finding[]> {
  const { DATA_DIR } = environment
  return [
    ok('node', process.version),
    existsSync(join(BUILD, 'server', 'index.js'))
      ? ok('build', 'the site is built')
      : failed('build', 'the site is not built: run node scripts/set-up.js start'),
    checkSpace(DATA_DIR),
    checkKeys(environment),
    ...checkBackups(environment),
  ]
}

function checkBackups({ BACKUP_DIR }: Environment): Finding[] {
  if (!BACKUP_DIR) return []
  const isFolder = statSync(BACKUP_DIR, { throwIfNoEntry: false })?.isDirectory()
  const hours = isFolder ? readBackupAge(BACKUP_DIR) / 3600 : Number.POSITIVE_INFINITY
  if (hours === Number.POSITIVE_INFINITY)
    return [warning('backups', `${BACKUP_DIR} has none: the site makes one each day`)]
  const message = `the last one in ${BACKUP_DIR} is ${Math.round(hours)} h old`
  return [hours > MOST_BACKUP_HOURS ? warning('backups', message) : ok('backups', message)]
}

function checkSpace(folder: string): Finding {
  let place = resolve(folder)
  while (!existsSync(place)) place = dirname(place)
  const { bavail, bsize } = statfsSync(place)
  const free = (bavail * bsize) / GB
  const message = `${free.toFixed(1)} GB are free in ${place}`
  if (free < LEAST_GB.failed) return failed('disk', message)
  return free < LEAST_GB.warning ? warning('disk', message) : ok('disk', message)
}

function checkKeys(environment: Environment): Finding {
  if (environment.SUPABASE_URL) return ok('keys', 'the Supabase project has them')
  if (environment.JWT_SECRET) return ok('keys', 'JWT_SECRET')
  const file = keysFileOf(environment)
  if (!existsSync(file)) return ok('keys', `the first start creates ${file}`)
  try {
    readKeyFile(file)
  } catch (error) {
    return failed('keys', error)
  }
  const isOpen = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0
  return isOpen
    ? failed('keys', `others can read ${file}: run chmod 600 ${file}`)
    : ok('keys', file)
}
