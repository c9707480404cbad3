import { setTimeout } from 'node:timers/promises'
import type { ReadAnswer } from '../../app/moderation/sources/proposal.ts'
import {
  type Catalog,
  type WrittenList,
  writeProposal,
} from '../../app/moderation/sources/write-proposal.ts'
import type { ServiceClient } from '../jobs/service-client.ts'
import { parseMapping } from './guess-columns.ts'
import { SourceError } from './list.ts'
import { isKind, type ReadRequest } from './read-source.ts'

/** A row of `sources`. */
export interface SavedSource {
  id: number
  kind: string
  address: string
  mapping: unknown
}

export interface SyncOptions {
  service: ServiceClient
  /** `readProposal`, or one in another thread. */
  read: (request: ReadRequest) => Promise<ReadAnswer>
  isDryRun: boolean
  /** Whether to leave the rest for later. */
  hasEnded?: () => boolean
}

/**
 * Reads a source again: adds and changes its tools, or finds what would change.
 * @throws {SourceError} if it cannot be read
 */
export async function syncSource(
  { id, kind, address, mapping }: SavedSource,
  { service, read, isDryRun, hasEnded = () => false }: SyncOptions,
): Promise<ReadAnswer & { written: WrittenList }> {
  if (!isKind(kind)) throw new SourceError(`There is no kind ${kind}.`)
  const { data: site } = await service.rpc('source_catalog').throwOnError()
  const answer = await read({ source: address, kind, mapping: parseMapping(mapping), site })
  const catalog = openCatalog(service, id, hasEnded)
  return { ...answer, written: await writeProposal(catalog, answer.proposal, { isDryRun }) }
}

/** The process ends before a source was read to its end. */
export class EndedError extends Error {}

/** The catalog of a running site. */
function openCatalog(service: ServiceClient, source: number, hasEnded: () => boolean): Catalog {
  return {
    async readKeys(rows) {
      return (await service.rpc('import_keys', { rows }).throwOnError()).data
    },
    async importRows(rows, dry_run) {
      if (hasEnded()) throw new EndedError()
      const startMs = performance.now()
      const { data } = await service.rpc('import_tools', { rows, dry_run, source }).throwOnError()
      // PGlite has one connection: half of the time is for the pages of others.
      await setTimeout(performance.now() - startMs)
      return data
    },
    async addTopics(topics) {
      await service.rpc('add_source_topics', { topics }).throwOnError()
    },
    async finish(tools, counts, dry_run) {
      const call = service.rpc('finish_source_read', {
        source,
        tools,
        result: { ...counts },
        dry_run,
      })
      return (await call.throwOnError()).data
    },
  }
}
