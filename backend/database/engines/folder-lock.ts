import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Thrown when another process has the folder open. */
export class InUseError extends Error {
  override readonly name = 'InUseError'
}

/**
 * Locks a data folder for this process: two processes on one folder would lose rows of PGlite and
 * uploaded files. The operating system releases the lock when the process ends, also by `kill -9`.
 * @param dataDir created if it does not exist; afterwards only its owner can read it
 * @returns releases the lock
 * @throws {InUseError} when another process holds the lock
 */
export function lockFolder(dataDir: string): () => void {
  makePrivate(dataDir)
  const lockFile = new DatabaseSync(join(dataDir, 'lock.db'))
  try {
    lockFile.exec('begin exclusive')
  } catch {
    lockFile.close()
    throw new InUseError(
      `${dataDir} is in use by another process: stop it, or set another DATA_DIR`,
    )
  }
  return () => lockFile.close()
}

/** Creates a folder if necessary, and lets only its owner read it. */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
}
