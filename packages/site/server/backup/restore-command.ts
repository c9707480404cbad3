import { closeSync, openSync } from 'node:fs'
import { resolve } from 'node:path'
import { unpackFirstDatabase } from '@toolmark/backend/database/engines/first-database.ts'
import { migrate } from '@toolmark/backend/database/migrate.ts'
import { openDatabase } from '@toolmark/backend/database/open.ts'
import { directUrlOf, keysFileOf } from '@toolmark/backend/server/environment.ts'
import { openUploads } from '@toolmark/backend/server/uploads.ts'
import type { Command } from '../commands/command.ts'
import { type Environment, readEnvironment } from '../environment.ts'
import { MIGRATIONS } from '../migrations.ts'
import { fillFolder } from './fill-folder.ts'
import { restoreCopy } from './restore-copy.ts'

export const restoreCommand: Command = {
  npm: 'npm run restore',
  summary: 'writes a backup into an empty site, with the site stopped',
  usage: 'toolmark restore FILE',
  words: [1, 1],
  async run({ positionals: [name = ''], print }) {
    const environment = readEnvironment(process.env)
    const file = resolve(name)
    // Before anything is created for it.
    closeSync(openSync(file, 'r'))
    const rows = await fillFolder(environment.DATA_DIR, () => restore(environment, file))
    print(`${rows} rows are restored`)
    return { data: { rows } }
  },
}

async function restore(environment: Environment, file: string): Promise<number> {
  if (!directUrlOf(environment)) await unpackFirstDatabase(environment.DATA_DIR, MIGRATIONS)
  const database = await openDatabase({
    dataDir: environment.DATA_DIR,
    url: directUrlOf(environment),
  })
  try {
    await migrate(database, MIGRATIONS)
    const place = { files: openUploads(environment), keysFile: keysFileOf(environment) }
    return await restoreCopy(database, place, file)
  } finally {
    await database.close()
  }
}
