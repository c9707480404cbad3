import { fsyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What of PGlite's file system a sync needs. */
interface SyncableFiles {
  tryFSOperation(operation: () => number): number
  stream_ops: { open: unknown; write: unknown; fsync?: (stream: { nfd: number }) => number }
}

/**
 * A folder for PGlite whose files reach the disk when PostgreSQL asks: its own answers every
 * `fsync` with "done", and does nothing.
 */
export class SyncedFiles extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(pg, options)
    const first = (module: { NODEFS: unknown }) => sync(module.NODEFS)
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [first, ...(emscriptenOpts.preRun ?? [])] },
    }
  }
}

/** @throws {Error} when PGlite's insides are others than those that this was written for */
function sync(files: unknown): void {
  if (!isSyncable(files)) throw new Error('this PGlite has no files that could be synced')
  files.stream_ops.fsync = ({ nfd }) =>
    files.tryFSOperation(() => {
      // Without a number there would be nothing to sync, and nobody would hear of it.
      if (!Number.isInteger(nfd)) throw new Error('a file of PGlite has no descriptor')
      fsyncSync(nfd)
      return 0
    })
}

function isSyncable(files: unknown): files is SyncableFiles {
  const { tryFSOperation, stream_ops: streams } = Object(files)
  return (
    typeof tryFSOperation === 'function' &&
    typeof streams?.open === 'function' &&
    typeof streams.write === 'function' &&
    !('fsync' in streams)
  )
}
