// `npm run demo:remove`: with the site stopped, removes the demo content.
import { migrate } from '../../backend/database/migrate.ts'
import { openDatabase } from '../../backend/database/open.ts'
import { directUrlOf, readEnvironment } from '../environment.ts'
import { MIGRATIONS } from '../migrations.ts'
import { removeDemoContent } from './remove.ts'

try {
  const environment = readEnvironment(process.env)
  const database = await openDatabase({
    dataDir: environment.DATA_DIR,
    url: directUrlOf(environment),
  })
  await migrate(database, MIGRATIONS)
  await removeDemoContent(database)
  await database.close()
  console.log(
    'The demo content is removed. Start with DEMO_CONTENT=off: otherwise an empty site loads it again.',
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
