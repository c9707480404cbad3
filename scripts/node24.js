import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BIN = join(fileURLToPath(import.meta.url), '..', '..', 'node_modules', '.bin')

/** The Node 24 that comes as a package, or this one. Plain JavaScript, for whatever Node the machine has. */
export function findNode24() {
  const carried = join(BIN, process.platform === 'win32' ? 'node.cmd' : 'node')
  if (existsSync(carried)) return carried
  const major = Number(process.versions.node.split('.')[0])
  if (major >= 24) return process.execPath
  throw new Error(
    `no Node 24 comes for ${process.platform} ${process.arch}; install Node 24 or newer and try again`,
  )
}
