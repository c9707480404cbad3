import { millisecondsInMinute } from 'date-fns/constants'
import { type RepeatedJob, repeatJob } from '../jobs/repeat-job.ts'
import type { ServiceClient } from '../jobs/service-client.ts'
import { SourceError } from './list.ts'
import { isAddress } from './load-files.ts'
import { readInThread } from './read-in-thread.ts'
import { EndedError, type SyncOptions, syncSource } from './sync-source.ts'

interface ReadsOptions {
  service: ServiceClient
  testHosts: ReadonlySet<string>
  log: (error: unknown) => void
}

/** Reads sources again whenever they are due. */
export const startSourceReads = ({ service, testHosts, log }: ReadsOptions): RepeatedJob =>
  repeatJob({
    name: 'read sources',
    run: (hasEnded) =>
      readDueSources({
        service,
        read: (request) => readInThread(request, testHosts),
        hasEnded,
        log,
      }),
    firstPauseMs: millisecondsInMinute,
    pauseMs: millisecondsInMinute,
    log,
  })

type DueOptions = Required<Pick<SyncOptions, 'service' | 'read' | 'hasEnded'>> &
  Pick<ReadsOptions, 'log'>

/**
 * Reads the sources that are due, one after the other; several processes share them. A source that fails does not stop
 * the others and is due again after an hour.
 */
export async function readDueSources({
  service,
  read,
  hasEnded,
  log,
}: DueOptions): Promise<undefined> {
  while (!hasEnded()) {
    const { data: id } = await service.rpc('take_due_source').throwOnError()
    if (id === null) return undefined
    const { data: source } = await service
      .from('sources')
      .select('*')
      .eq('id', id)
      .single()
      .throwOnError()
    try {
      // A check of the database: a file of this machine is for the operator's command.
      if (!isAddress(source.address)) throw new SourceError('Only a web address is read again.')
      await syncSource(source, { service, read, isDryRun: false, hasEnded })
    } catch (error) {
      if (error instanceof EndedError) return undefined
      if (!(error instanceof SourceError)) log(error)
      const message = error instanceof Error ? error.message : String(error)
      await service.rpc('fail_source_read', { source: id, message }).throwOnError()
    }
  }
  return undefined
}
