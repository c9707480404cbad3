// The thread in which PGlite runs: bytes of PostgreSQL's wire protocol in, bytes out. What they
// mean is the driver's business in the other thread.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { SyncedFiles } from './synced-files.ts'
import { isAnswered } from './wire.ts'

export interface PgliteStart {
  /** Folder of the database; in memory when there is none. */
  folder?: string
  /** A dump to start from, as `dumpDataDir` made it. */
  dump?: Uint8Array
}

export interface PgliteWorkerData extends PgliteStart {
  /** 1 while a batch is under way. */
  busy: Int32Array
}

/** A batch of the wire protocol, or what it has no words for. */
export type ToWorker = Uint8Array | 'dump' | 'close'

export type FromWorker = { kind: 'ready' } | { kind: 'answer' | 'dump'; bytes: Uint8Array }

const port = parentPort
if (!port) throw new Error('pglite-worker.ts runs in a worker thread only')
const { folder, dump, busy } = workerData as PgliteWorkerData

/**
 * PostgreSQL's own default is 128 MB, all of it memory of this process; what does not fit is read
 * from the file system's cache.
 */
const SMALL = ['-c', 'shared_buffers=32MB']

/**
 * PGlite starts with -F, which leaves acknowledged writes to the mercy of the power supply, as does
 * its `fdatasync`, by which PostgreSQL would sync its log: that one does nothing.
 */
const DURABLE = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
  ...SMALL,
]

const database = await PGlite.create({
  ...(folder ? { fs: new SyncedFiles(folder) } : {}),
  ...(dump ? { loadDataDir: new Blob([new Uint8Array(dump)]) } : {}),
  extensions: { pg_trgm, unaccent },
  ...(folder ? { startParams: DURABLE } : {}),
})
const say = (message: FromWorker) => port.postMessage(message)
say({ kind: 'ready' })

// One message after the other, in the order of their arrival.
let queue: Promise<void> = Promise.resolve()
port.on('message', (message: ToWorker) => {
  // A fault of the engine itself leaves nothing to go on with: the thread ends, and is begun anew.
  queue = queue.then(() => answer(message)).catch(() => process.exit(1))
})

async function answer(message: ToWorker): Promise<void> {
  if (message === 'close') {
    await database.close()
    port?.close()
    return
  }
  if (message === 'dump') {
    const file = await database.dumpDataDir('none')
    say({ kind: 'dump', bytes: new Uint8Array(await file.arrayBuffer()) })
    return
  }
  Atomics.store(busy, 0, 1)
  const parts: Uint8Array[] = []
  // Not `execProtocolRaw`, which also reads all that is answered.
  await database.execProtocolRawStream(message, {
    // A part of the engine's memory, which changes with the next.
    onRawData: (part) => parts.push(part.slice()),
  })
  // In memory of its own, which can be handed over.
  const bytes = new Uint8Array(Buffer.concat(parts))
  if (!isAnswered(message, bytes)) throw new Error('the engine broke off in a statement')
  Atomics.store(busy, 0, 0)
  if (bytes.length > 0) port?.postMessage({ kind: 'answer', bytes }, [bytes.buffer])
}
