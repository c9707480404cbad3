// PGlite calls fsync before it acknowledges a commit.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { FromWorker } from '../../src/database/engines/pglite-worker.ts'
import { copyPgliteFolder } from '../support/databases/database.ts'

/** Runs before the code of the thread and counts its calls of fsync. */
const COUNT_SYNCS = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { workerData } from 'node:worker_threads'
const { fsyncSync } = fs
fs.fsyncSync = (file) => {
  fsyncSync(file)
  Atomics.add(workerData.syncs, 0, 1)
}
syncBuiltinESMExports()`

const createCounter = () => new Int32Array(new SharedArrayBuffer(4))

describe.runIf(inject('engine') === 'pglite')('PGlite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-sync-'))
  const syncs = createCounter()
  let worker: Worker
  beforeAll(async () => {
    copyPgliteFolder(folder)
    worker = new Worker(new URL('../../src/database/engines/pglite-worker.ts', import.meta.url), {
      workerData: {
        folder: join(folder, 'db'),
        busy: createCounter(),
        syncs,
      },
      execArgv: ['--import', `data:text/javascript,${encodeURIComponent(COUNT_SYNCS)}`],
    })
    await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  })
  afterAll(async () => {
    await worker.terminate()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs a statement. @returns the calls of fsync before its response */
  async function countSyncs(statement: string): Promise<number> {
    const before = Atomics.load(syncs, 0)
    const text = Buffer.from(`${statement}\0`)
    const query = Buffer.alloc(5)
    query.write('Q')
    query.writeUInt32BE(4 + text.length, 1)
    const response = new Promise<FromWorker>((resolve) => worker.once('message', resolve))
    worker.postMessage(new Uint8Array(Buffer.concat([query, text])))
    expect((await response).kind).toBe('answer')
    return Atomics.load(syncs, 0) - before
  }

  test('PGlite syncs its log before it acknowledges a commit, and its tables at a checkpoint', async () => {
    await countSyncs('create table stored (word text)')
    for (const word of ['one', 'two', 'three']) {
      expect(await countSyncs(`insert into stored values ('${word}')`)).toBe(1)
    }
    expect(await countSyncs('select * from stored')).toBe(0)
    expect(await countSyncs('checkpoint')).toBeGreaterThan(3)
  })
})
