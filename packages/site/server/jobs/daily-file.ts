import { InUseError, lockFolder } from '@toolmark/backend/database/engines/folder-lock.ts'
import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants'
import { repeatJob } from './repeat-job.ts'

interface DailyFile {
  /** Of the job. */
  name: string
  /** Locked while a file is made. */
  folder: string
  /** Whether the file of the last time of day is missing. */
  isDue: () => boolean
  make: () => Promise<unknown>
  log: (error: unknown) => void
}

/**
 * Makes a file of a folder once a day. Processes that share the folder make one: the first locks it, and the next
 * find the file.
 * @returns ends it, after the file in progress
 */
export function startDailyFile({ name, folder, isDue, make, log }: DailyFile): () => Promise<void> {
  const job = repeatJob({
    name,
    async run() {
      if (isDue()) await makeAlone()
      return undefined
    },
    // Not during the start, which visitors may be waiting for.
    firstPauseMs: millisecondsInMinute,
    pauseMs: millisecondsInMinute,
    // Each try reads the whole site, and a full disk stays full.
    longestFailurePauseMs: millisecondsInHour,
    log,
  })

  async function makeAlone(): Promise<void> {
    let unlock: () => void
    try {
      unlock = lockFolder(folder)
    } catch (error) {
      if (error instanceof InUseError) return
      throw error
    }
    try {
      if (isDue()) await make()
    } finally {
      unlock()
    }
  }

  return job.end
}
