import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivate } from '@toolmark/backend/database/engines/folder-lock.ts'
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants'
import { startDailyFile } from '../jobs/daily-file.ts'

/** The moment is in the name, so that it survives a copy to another disk. */
const NAME = /^toolmark-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)Z\.gz$/

interface Schedule {
  /** Created if it does not exist. */
  folder: string
  /** How many copies stay. */
  keep: number
  /** Of each day, in minutes after midnight UTC. */
  minute: number
  /** Writes a copy to a file. */
  makeCopy: (file: string) => Promise<number>
  log: (error: unknown) => void
}

/**
 * Makes a copy each day and removes the oldest ones. Processes that share the folder make one.
 * @returns ends it, after the copy in progress
 */
export function startBackups({ folder, keep, minute, makeCopy, log }: Schedule) {
  try {
    makePrivate(folder)
  } catch (error) {
    throw new Error(
      `BACKUP_DIR cannot be created: ${error instanceof Error ? error.message : error}`,
      { cause: error },
    )
  }
  return startDailyFile({
    name: 'make a backup',
    folder,
    isDue: () => isDue(folder, minute, new Date()),
    async make() {
      removeParts(folder)
      const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
      await makeCopy(join(folder, `toolmark-${moment}Z.gz`))
      for (const { name } of listBackups(folder).slice(keep)) rmSync(join(folder, name))
    },
    log,
  })
}

/** Whether the last copy is older than the time of the day that was last. */
function isDue(folder: string, minute: number, now: Date): boolean {
  const midnight = now.getTime() - (now.getTime() % millisecondsInDay)
  const today = midnight + minute * millisecondsInMinute
  const last = today <= now.getTime() ? today : today - millisecondsInDay
  return (listBackups(folder)[0]?.madeAt ?? 0) < last
}

/** The copies of a folder, newest first. */
function listBackups(folder: string): { name: string; madeAt: number }[] {
  return readdirSync(folder)
    .sort()
    .reverse()
    .flatMap((name) => {
      const [, moment = ''] = NAME.exec(name) ?? []
      const [day, time = ''] = moment.split('T')
      return day ? [{ name, madeAt: Date.parse(`${day}T${time.replaceAll('-', ':')}Z`) }] : []
    })
}

/** Seconds since the last copy; infinite without one. */
export function readBackupAge(folder: string): number {
  const [newest] = listBackups(folder)
  return newest ? (Date.now() - newest.madeAt) / 1000 : Number.POSITIVE_INFINITY
}

/** A copy that a crash has ended. */
function removeParts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const isPart = name.endsWith('.part') && NAME.test(name.slice(0, -'.part'.length))
    if (isPart && statSync(join(folder, name)).isFile()) rmSync(join(folder, name))
  }
}
