import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { InUseError } from '../../backend/database/engines/folder-lock.ts'
import { GIVE_UP_SUPERUSER } from '../../backend/database/give-up-superuser.ts'
import { openDatabase } from '../../backend/database/open.ts'
import { type Command, UsageError } from '../commands/command.ts'
import { directUrlOf, type Environment, readEnvironment } from '../environment.ts'
import { removeControlFile, requestBackup } from './backup-requests.ts'
import { assertHasSite } from './tables.ts'
import { toSource, writeCopy } from './write-copy.ts'

export const backupCommand: Command = {
  npm: 'npm run backup',
  summary: 'writes a consistent copy of rows, files and keys, also while the site runs',
  usage: 'toolmark backup FILE',
  async run({ positionals: [name, ...more], print }) {
    if (!name || more.length > 0) throw new UsageError()
    const file = resolve(name)
    const rows = await writeBackup(readEnvironment(process.env), file)
    print(`${file} holds ${rows} rows`)
    return { data: { file, rows } }
  },
}

async function writeBackup(environment: Environment, file: string): Promise<number> {
  const { DATA_DIR: dataDir } = environment
  const url = directUrlOf(environment)
  // Opening a database that is not there would create it.
  if (!url && !existsSync(join(dataDir, 'db'))) throw new Error(`${dataDir} holds no site`)
  const opened = await openDatabase({
    dataDir,
    ...(url ? { url, isBesideSite: true } : {}),
  }).catch((error: unknown) => {
    // The folder is locked by a live process, so its address file is valid.
    if (error instanceof InUseError) return undefined
    throw error
  })
  if (!opened) return requestBackup(dataDir, file)
  try {
    removeControlFile(dataDir)
    await opened.asOwner(GIVE_UP_SUPERUSER)
    // Not migrated: a site of another version may be running on it.
    await assertHasSite(opened)
    return await writeCopy(toSource(environment, opened), file)
  } finally {
    await opened.close()
  }
}
