import { rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { makeFolders } from '@toolmark/backend/database/engines/folder-lock.ts'
import { FOLDERS } from '../../environment-variables.ts'
import { type Finding, failed, ok } from './findings.ts'

/** Each folder of the settings that the site writes. One that is not set is below DATA_DIR, or none. */
export const checkFolders = (environment: object): Finding[] =>
  Object.entries(environment)
    .filter(([name, folder]) => FOLDERS.includes(name) && folder)
    .map(([name, folder]) => checkFolder(name, String(folder)))

function checkFolder(name: string, folder: string): Finding {
  try {
    const state = probeFolder(folder) ? 'created' : 'written'
    return ok('folder', `${name} ${resolve(folder)} can be ${state}`)
  } catch (error) {
    return failed('folder', `${name}: ${error instanceof Error ? error.message : error}`)
  }
}

/**
 * Writes a file into a folder and removes it.
 * @returns whether the folder does not exist
 * @throws {Error} if it cannot be written or created
 */
function probeFolder(folder: string): boolean {
  const probe = join(folder, `probe-${process.pid}`)
  const first = makeFolders(folder)
  try {
    writeFileSync(probe, '')
    rmSync(probe)
  } finally {
    // Not recursively: a site may start in it meanwhile.
    if (first) for (let at = resolve(folder); at !== dirname(first); at = dirname(at)) rmdirSync(at)
  }
  return first !== undefined
}
