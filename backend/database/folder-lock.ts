import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process has the folder open. */
export class InUseError extends Error {
  override readonly name = 'InUseError'
}

/**
 * Takes a data folder for this process: two processes on one folder lose PGlite's rows, and each
 * other's uploads. The operating system frees the lock with the process, also after `kill -9`.
 * @param dataDir made when it is not there; only its owner can read it afterwards
 * @returns frees it
 * @throws {InUseError} when another process has it
 */
export function lockFolder(dataDir: string): () => void {
  makePrivate(dataDir)
  const sidecar = new DatabaseSync(join(dataDir, 'lock.db'))
  try {
    sidecar.exec('begin exclusive')
  } catch {
    sidecar.close()
    throw new InUseError(
      `${dataDir} is in use by another process: stop it, or set another DATA_DIR`,
    )
  }
  return () => sidecar.close()
}

/** Makes a folder that only its owner can read, also of one that was there before. */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
}
