// `npm run backup FILE`: a consistent copy, also while the site runs.
import { join, resolve } from 'node:path'
import { migrate } from '../../backend/database/migrate.ts'
import { openDatabase } from '../../backend/database/open.ts'
import { openKeys } from '../../backend/keys/keys.ts'
import { type Environment, readEnvironment } from '../environment.ts'
import { MIGRATIONS } from '../migrations.ts'
import { askRunningSite } from './running-site.ts'
import { writeCopy } from './write-copy.ts'

const [, , name] = process.argv
try {
  if (!name) throw new Error('say where to: npm run backup FILE')
  const file = resolve(name)
  const rows = await copy(readEnvironment(process.env), file)
  console.log(`${file} holds ${rows} rows`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function copy(environment: Environment, file: string): Promise<number> {
  const { DATA_DIR, DATABASE_URL, JWT_SECRET } = environment
  if (!DATABASE_URL) {
    const { serviceKey } = await openKeys(join(DATA_DIR, 'keys.json'), JWT_SECRET)
    const rows = await askRunningSite(DATA_DIR, serviceKey, file)
    if (rows !== undefined) return rows
  }
  const database = await openDatabase({
    dataDir: DATA_DIR,
    ...(DATABASE_URL ? { url: DATABASE_URL } : {}),
  })
  try {
    // Only gives up a superuser's rights: nothing is migrated that a start would not.
    await migrate(database, MIGRATIONS)
    return await writeCopy(database, DATA_DIR, file)
  } finally {
    await database.close()
  }
}
