import { parentPort, workerData } from 'node:worker_threads'
import { SourceError } from './list.ts'
import type { ReadInput, ReadOutput } from './read-in-thread.ts'
import { readProposal } from './read-source.ts'

const { request, testHosts } = workerData as ReadInput

async function read(): Promise<ReadOutput> {
  try {
    return { answer: await readProposal(request, { testHosts }) }
  } catch (error) {
    if (error instanceof SourceError) return { problem: error.message }
    throw error
  }
}

parentPort?.postMessage(await read())
