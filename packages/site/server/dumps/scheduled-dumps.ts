import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { logError } from '@toolmark/backend/server/log.ts'
import { millisecondsInHour } from 'date-fns/constants'
import { isAreaOn } from '../../app/shared/areas.ts'
import { IDENTITY } from '../../app/shared/identity.ts'
import { findDataLicense } from '../branding/data-licenses.ts'
import type { Environment } from '../environment.ts'
import { startDailyFile } from '../jobs/daily-file.ts'
import { dumpFolderOf, listDays } from './stored-dumps.ts'
import { type DumpSource, readFigures, writeDump } from './write-dump.ts'

/** Of each day, in UTC. */
const HOUR = 3

/** How many dumps stay. */
const KEEP = 7

interface Schedule {
  /** Created if it does not exist. */
  folder: string
  /** Writes a dump to a folder that does not exist. */
  makeDump: (folder: string, signal: AbortSignal) => Promise<unknown>
  log: (error: unknown) => void
}

/**
 * Removes the oldest dumps of the open data and makes one each day at 03:00 UTC. Processes that share
 * the folder make one.
 * @returns ends it, also the dump in progress
 */
export function startDumps({ folder, makeDump, log }: Schedule): () => Promise<void> {
  const aborted = new AbortController()
  const end = startDailyFile({
    name: 'make the dump of the open data',
    folder,
    isDue: () => !existsSync(join(folder, findDueDay())),
    async make() {
      // Of a crash.
      for (const name of readdirSync(folder).filter((each) => each.endsWith('.part')))
        rmSync(join(folder, name), { recursive: true })
      // Before, so that a full disk has room for the new one.
      for (const day of listDays(folder).slice(KEEP - 1))
        rmSync(join(folder, day), { recursive: true })
      await makeDump(join(folder, findDueDay()), aborted.signal)
    },
    log,
  })
  return () => {
    const ended = end()
    aborted.abort()
    return ended
  }
}

/**
 * Makes the dumps of a running site.
 * @param ownUrl where this process listens
 * @param dataLicense undefined for the default
 */
export const startSiteDumps = (
  environment: Environment,
  ownUrl: string,
  dataLicense: string | undefined,
  source: Pick<DumpSource, 'service' | 'siteUrl'>,
): (() => Promise<void>) =>
  isAreaOn('open_data')
    ? startDumps({
        folder: dumpFolderOf(environment),
        makeDump: (folder, signal) =>
          writeDump(
            {
              ...source,
              readFigures: () => readFigures(ownUrl),
              license: findDataLicense(dataLicense),
              siteName: IDENTITY.name,
            },
            folder,
            signal,
          ),
        log: logError,
      })
    : async () => {}

/** The day (UTC) on which the last dump is due. */
const findDueDay = () => new Date(Date.now() - HOUR * millisecondsInHour).toISOString().slice(0, 10)
