// The thread in which PGlite runs: bytes of PostgreSQL's wire protocol in, bytes out. What they
// mean is the driver's business in the other thread.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'

export interface PgliteStart {
  /** Folder of the database; in memory when there is none. */
  folder?: string
  /** A dump to start from, as `dumpDataDir` made it. */
  dump?: Uint8Array
}

const port = parentPort
if (!port) throw new Error('pglite-worker.ts runs in a worker thread only')
const { folder, dump } = workerData as PgliteStart

const database = await PGlite.create({
  ...(folder ? { dataDir: folder } : {}),
  ...(dump ? { loadDataDir: new Blob([new Uint8Array(dump)]) } : {}),
  extensions: { pg_trgm, unaccent },
  // PGlite starts with -F, which leaves acknowledged writes to the mercy of the power supply.
  startParams: PGlite.defaultStartParams.filter((parameter) => parameter !== '-F' || !folder),
})
port.postMessage('ready')

// One message after the other, in the order of their arrival.
let queue: Promise<void> = Promise.resolve()
port.on('message', (message: Uint8Array | 'dump' | 'close') => {
  // A fault of the engine itself leaves nothing to go on with: the thread ends, and is begun anew.
  queue = queue.then(() => answer(message)).catch(() => process.exit(1))
})

async function answer(message: Uint8Array | 'dump' | 'close'): Promise<void> {
  if (message === 'close') {
    await database.close()
    port?.close()
    return
  }
  if (message === 'dump') {
    const file = await database.dumpDataDir('none')
    port?.postMessage(new Uint8Array(await file.arrayBuffer()))
    return
  }
  port?.postMessage(await database.execProtocolRaw(message))
}
