import { join } from 'node:path'

/** Folder of the repository. */
export const ROOT = join(import.meta.dirname, '..')

/** Folder with the packages of the peers. */
export const PEERS = join(import.meta.dirname, 'peers')
