import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
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
 * @throws {Error} one line, if `lock.db` is a folder, another file or not writable
 */
export function lockFolder(dataDir: string): () => void {
  makePrivate(dataDir)
  const path = join(dataDir, 'lock.db')
  let lockFile: DatabaseSync | undefined
  try {
    lockFile = new DatabaseSync(path)
    lockFile.exec('begin exclusive')
  } catch (error) {
    lockFile?.close()
    const isHeld = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
    if (!isHeld) throw new Error(`${path} cannot be locked: ${describe(error)}`, { cause: error })
    throw new InUseError(
      `${dataDir} is in use by another process: stop it, or set another DATA_DIR`,
    )
  }
  return () => lockFile.close()
}

const SQLITE_BUSY = 5

const describe = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Creates a folder if necessary, and lets only its owner read it. */
export function makePrivate(folder: string): void {
  makeFolders(folder)
  chmodSync(folder, 0o700)
}

/**
 * Creates a folder and those above it. Node's own recursion never ends in /proc.
 * @returns the first that did not exist
 * @throws {Error} one line, also if a file is in its place
 */
export function makeFolders(folder: string): string | undefined {
  const missing: string[] = []
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.unshift(at)
  for (const each of missing) {
    try {
      mkdirSync(each, { mode: 0o700 })
    } catch (error) {
      // Another process was faster.
      if (!existsSync(each)) throw error
    }
  }
  if (!statSync(folder).isDirectory())
    throw new Error(`ENOTDIR: ${folder} is a file, and no folder`)
  return missing[0]
}
