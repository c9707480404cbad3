import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds in a tick of /proc. */
const TICK_MS = 10

/** @returns the processor time of a process and of all that it has started, in milliseconds */
export function readProcessorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // utime, stime, and those of children that have ended.
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean),
  )
  return children.reduce((sum, child) => sum + readProcessorTime(Number(child)), own)
}
