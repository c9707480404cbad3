import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  InUseError,
  lockFolder,
  makeFolders,
} from '@toolmark/backend/database/engines/folder-lock.ts'

/**
 * Runs a function that fills a data folder. If it fails, what it has created there is removed, and the folder too if
 * it did not exist. Files and folders with content that were there before are not touched.
 * @param fill releases its lock of the folder before it ends
 */
export async function fillFolder<Result>(
  folder: string,
  fill: () => Promise<Result>,
): Promise<Result> {
  const created = makeFolders(folder)
  const names = readdirSync(folder)
  const filled = new Set(names.filter((name) => hasContent(join(folder, name))))
  try {
    return await fill()
  } catch (error) {
    if (!(error instanceof InUseError)) empty(folder, filled)
    // One that was empty may be where something is mounted.
    for (const name of names)
      if (!filled.has(name)) mkdirSync(join(folder, name), { recursive: true })
    if (created && readdirSync(folder).length === 0) rmSync(created, { recursive: true })
    throw error
  }
}

function hasContent(path: string): boolean {
  const about = statSync(path)
  return !about.isDirectory() || readdirSync(path).length > 0
}

/** With the lock: a site may start in the folder meanwhile. */
function empty(folder: string, filled: ReadonlySet<string>): void {
  const unlock = lockFolder(folder)
  try {
    for (const name of readdirSync(folder))
      if (!filled.has(name)) rmSync(join(folder, name), { recursive: true })
  } finally {
    unlock()
  }
}
