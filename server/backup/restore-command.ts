// `npm run restore FILE`: with the site stopped, writes a backup into an empty site.
import { resolve } from 'node:path'
import { migrate } from '../../backend/database/migrate.ts'
import { openDatabase } from '../../backend/database/open.ts'
import { directUrlOf, keysFileOf, readEnvironment } from '../environment.ts'
import { MIGRATIONS } from '../migrations.ts'
import { restoreCopy } from './restore-copy.ts'

const [, , name] = process.argv
try {
  if (!name) throw new Error('usage: npm run restore FILE')
  const environment = readEnvironment(process.env)
  const { DATA_DIR } = environment
  const database = await openDatabase({
    dataDir: DATA_DIR,
    url: directUrlOf(environment),
  })
  try {
    await migrate(database, MIGRATIONS)
    const rows = await restoreCopy(
      database,
      { dataDir: DATA_DIR, keysFile: keysFileOf(environment) },
      resolve(name),
    )
    console.log(`${rows} rows are restored`)
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
