// What PGlite has acknowledged has been asked of the disk, and not only of the system's memory.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { FromWorker } from '../../backend/database/pglite-worker.ts'

/** Stands before the thread's own code, and counts what it asks of the disk. */
const COUNTING = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { workerData } from 'node:worker_threads'
const { fsyncSync } = fs
fs.fsyncSync = (file) => {
  fsyncSync(file)
  Atomics.add(workerData.syncs, 0, 1)
}
syncBuiltinESMExports()`

const shared = () => new Int32Array(new SharedArrayBuffer(4))

describe.runIf(inject('engine') === 'pglite')('PGlite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-sync-'))
  const syncs = shared()
  let worker: Worker
  beforeAll(async () => {
    worker = new Worker(new URL('../../backend/database/pglite-worker.ts', import.meta.url), {
      workerData: {
        folder: join(folder, 'db'),
        dump: readFileSync(inject('template')),
        busy: shared(),
        syncs,
      },
      execArgv: ['--import', `data:text/javascript,${encodeURIComponent(COUNTING)}`],
    })
    await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  })
  afterAll(async () => {
    await worker.terminate()
    rmSync(folder, { recursive: true, force: true })
  })

  /** @returns how often the disk was asked before the statement was answered */
  async function syncsOf(statement: string): Promise<number> {
    const before = Atomics.load(syncs, 0)
    const text = Buffer.from(`${statement}\0`)
    const query = Buffer.alloc(5)
    query.write('Q')
    query.writeUInt32BE(4 + text.length, 1)
    const answered = new Promise<FromWorker>((resolve) => worker.once('message', resolve))
    worker.postMessage(new Uint8Array(Buffer.concat([query, text])))
    expect((await answered).kind).toBe('answer')
    return Atomics.load(syncs, 0) - before
  }

  test('syncs its log before each commit is acknowledged, and its tables at a checkpoint', async () => {
    await syncsOf('create table kept (word text)')
    for (const word of ['one', 'two', 'three']) {
      expect(await syncsOf(`insert into kept values ('${word}')`)).toBe(1)
    }
    expect(await syncsOf('select * from kept')).toBe(0)
    expect(await syncsOf('checkpoint')).toBeGreaterThan(3)
  })
})
