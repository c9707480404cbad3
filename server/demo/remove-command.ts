import { migrate } from '../../backend/database/migrate.ts'
import { openDatabase } from '../../backend/database/open.ts'
import type { Command } from '../commands/command.ts'
import { directUrlOf, readEnvironment } from '../environment.ts'
import { MIGRATIONS } from '../migrations.ts'
import { removeDemoContent } from './remove.ts'

export const removeDemoCommand: Command = {
  npm: 'npm run demo:remove',
  summary: 'removes the demo content, with the site stopped, and leaves that of real people',
  usage: 'toolmark demo remove',
  async run({ print }) {
    const environment = readEnvironment(process.env)
    const database = await openDatabase({
      dataDir: environment.DATA_DIR,
      url: directUrlOf(environment),
    })
    try {
      await migrate(database, MIGRATIONS)
      await removeDemoContent(database)
    } finally {
      await database.close()
    }
    print(
      'The demo content is removed. Start with DEMO_CONTENT=off: otherwise an empty site loads it again.',
    )
    return { data: {} }
  },
}
