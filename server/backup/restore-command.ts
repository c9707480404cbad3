import { resolve } from 'node:path'
import { migrate } from '../../backend/database/migrate.ts'
import { openDatabase } from '../../backend/database/open.ts'
import { type Command, UsageError } from '../commands/command.ts'
import { directUrlOf, keysFileOf, readEnvironment } from '../environment.ts'
import { MIGRATIONS } from '../migrations.ts'
import { openUploads } from '../uploads.ts'
import { restoreCopy } from './restore-copy.ts'

export const restoreCommand: Command = {
  npm: 'npm run restore',
  summary: 'writes a backup into an empty site, with the site stopped',
  usage: 'toolmark restore FILE',
  async run({ positionals: [name, ...more], print }) {
    if (!name || more.length > 0) throw new UsageError()
    const environment = readEnvironment(process.env)
    const { DATA_DIR } = environment
    const database = await openDatabase({ dataDir: DATA_DIR, url: directUrlOf(environment) })
    try {
      await migrate(database, MIGRATIONS)
      const rows = await restoreCopy(
        database,
        { files: openUploads(environment), keysFile: keysFileOf(environment) },
        resolve(name),
      )
      print(`${rows} rows are restored`)
      return { data: { rows } }
    } finally {
      await database.close()
    }
  },
}
