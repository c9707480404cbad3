import { resolve } from 'node:path'
import { InUseError } from '@toolmark/backend/database/engines/folder-lock.ts'
import { GIVE_UP_SUPERUSER } from '@toolmark/backend/database/give-up-superuser.ts'
import { openDatabase } from '@toolmark/backend/database/open.ts'
import { directUrlOf } from '@toolmark/backend/server/environment.ts'
import type { Command } from '../commands/command.ts'
import { requireDatabase } from '../commands/require-site.ts'
import { type Environment, readEnvironment } from '../environment.ts'
import { removeControlFile, requestBackup } from './backup-requests.ts'
import { assertHasSite } from './tables.ts'
import { toSource, writeCopy } from './write-copy.ts'

export const backupCommand: Command = {
  npm: 'npm run backup',
  summary: 'writes a consistent copy of rows, files and keys, also while the site runs',
  usage: 'toolmark backup FILE',
  words: [1, 1],
  async run({ positionals: [name = ''], print }) {
    const file = resolve(name)
    const rows = await writeBackup(readEnvironment(process.env), file)
    print(`${file} holds ${rows} rows`)
    return { data: { file, rows } }
  },
}

async function writeBackup(environment: Environment, file: string): Promise<number> {
  const { DATA_DIR: dataDir } = environment
  const url = directUrlOf(environment)
  requireDatabase(environment)
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
