import { existsSync } from 'node:fs'

/** The Node 24 that comes as a package, or this one. Plain JavaScript, for whatever Node the machine has. */
export function findNode24() {
  const carried = `node_modules/.bin/node${process.platform === 'win32' ? '.cmd' : ''}`
  if (existsSync(carried)) return carried
  const major = Number(process.versions.node.split('.')[0])
  if (major >= 24) return process.execPath
  throw new Error(
    `no Node 24 comes for ${process.platform} ${process.arch}; install Node 24 or newer and try again`,
  )
}
