import { Worker } from 'node:worker_threads'
import type { ReadAnswer } from '../../app/moderation/sources/proposal.ts'
import { SourceError } from './list.ts'
import type { ReadRequest } from './read-source.ts'

/** For the fetch, at most 30 s, and the parsing of 10 MB. */
const TIMEOUT_MS = 120_000
const MAX_MEMORY_MB = 1024

export interface ReadInput {
  request: ReadRequest
  /** Hosts with a port that are fetched from, for tests. */
  testHosts: ReadonlySet<string> | undefined
}

export type ReadOutput = { answer: ReadAnswer } | { problem: string }

/**
 * Reads a list in another thread: parsing a long one takes seconds, in which this thread answers visitors.
 * @throws {SourceError} one line
 */
export async function readInThread(
  request: ReadRequest,
  testHosts?: ReadonlySet<string>,
): Promise<ReadAnswer> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: { request, testHosts } satisfies ReadInput,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  })
  const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS)
  try {
    const output = await new Promise<ReadOutput>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () =>
        reject(new SourceError(`${request.source} takes too long to read.`)),
      )
    })
    if ('problem' in output) throw new SourceError(output.problem)
    return output.answer
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
