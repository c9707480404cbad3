import { fsyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The private fields of PGlite's file system that a sync needs. */
interface SyncableFiles {
  tryFSOperation(operation: () => number): number
  stream_ops: { open: unknown; write: unknown; fsync?: (stream: { nfd: number }) => number }
}

/**
 * A folder for PGlite in which `fsync` writes files to the disk. In PGlite's own `NodeFS` it reports
 * success and does nothing.
 */
export class SyncedFiles extends NodeFS {
  /** PostgreSQL's reasons for its end, without their time. */
  readonly problems: string[] = []

  override async init(...[pg, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(pg, options)
    const addSync = (module: { NODEFS: unknown }) => addFsync(module.NODEFS)
    const printErr = (line: string) => {
      const [problem] = /(?:(?:FATAL|PANIC|DETAIL): +|^postgres: ).*/.exec(line) ?? []
      if (problem) this.problems.push(problem)
    }
    const preRun = [addSync, ...(emscriptenOpts.preRun ?? [])]
    return { emscriptenOpts: { ...emscriptenOpts, printErr, preRun } }
  }
}

/** @throws {Error} when this version of PGlite does not have the expected private fields */
function addFsync(files: unknown): void {
  if (!isSyncable(files)) throw new Error('this PGlite has no files that could be synced')
  files.stream_ops.fsync = ({ nfd }) =>
    files.tryFSOperation(() => {
      // Without a descriptor nothing would be synced, and no error reported.
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
