// The worker thread in which PGlite runs: bytes of PostgreSQL's wire protocol in, bytes out. The
// driver in the main thread reads and writes them.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { SyncedFiles } from './synced-files.ts'
import { isAnswered } from './wire.ts'

export interface PgliteWorkerData {
  /** Of the database. */
  folder: string
  wasm: WebAssembly.Module
  /** 1 while a batch is under way. */
  busy: Int32Array
}

/** A batch of the wire protocol, or a command that the protocol does not have. */
export type ToWorker = Uint8Array | 'close'

export type FromWorker =
  | { kind: 'ready' }
  /** PGlite does not start, with PostgreSQL's reasons. */
  | { kind: 'failed'; problems: string[] }
  | { kind: 'answer'; bytes: Uint8Array }

const port = parentPort
if (!port) throw new Error('pglite-worker.ts runs in a worker thread only')
const { folder, wasm, busy } = workerData as PgliteWorkerData

/**
 * PostgreSQL's default is 128 MB, all of it memory of this process. Pages that do not fit are read
 * from the file system's cache.
 */
const SMALL_BUFFERS = ['-c', 'shared_buffers=16MB']

/**
 * PGlite starts with -F, so a power cut loses acknowledged writes. Its `fdatasync`, the default to
 * sync the log, does nothing.
 */
const DURABLE = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
  ...SMALL_BUFFERS,
]

// Files of statements that ended with their thread. PostgreSQL removes them when its main process
// starts, which PGlite does not have.
rmSync(join(folder, 'base/pgsql_tmp'), { recursive: true, force: true })

const send = (message: FromWorker) => port.postMessage(message)
const files = new SyncedFiles(folder)
const database = await PGlite.create({
  pgliteWasmModule: wasm,
  fs: files,
  extensions: { pg_trgm, unaccent },
  startParams: DURABLE,
}).catch((error: unknown) => {
  if (files.problems.length === 0) throw error
  send({ kind: 'failed', problems: files.problems })
  // An error could arrive before the message, and the end of the thread does not.
  process.exit(1)
})
send({ kind: 'ready' })

// Handles one message after the other, in the order of their arrival.
let queue: Promise<void> = Promise.resolve()
port.on('message', (message: ToWorker) => {
  // After an error of the engine its state is undefined: the thread ends, and the other one restarts it.
  queue = queue.then(() => handle(message)).catch(() => process.exit(1))
})

async function handle(message: ToWorker): Promise<void> {
  if (message === 'close') {
    await database.close()
    port?.close()
    return
  }
  Atomics.store(busy, 0, 1)
  const parts: Uint8Array[] = []
  // Not `execProtocolRaw`, which also parses the answer.
  await database.execProtocolRawStream(message, {
    // The part is a view of the engine's memory, which the next one overwrites.
    onRawData: (part) => parts.push(part.slice()),
  })
  // A copy with its own buffer, which can be transferred.
  const bytes = new Uint8Array(Buffer.concat(parts))
  if (!isAnswered(message, bytes)) throw new Error('the engine broke off in a statement')
  Atomics.store(busy, 0, 0)
  if (bytes.length > 0) port?.postMessage({ kind: 'answer', bytes }, [bytes.buffer])
}
