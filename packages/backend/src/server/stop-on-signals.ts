import { setTimeout as pause } from 'node:timers/promises'
import { logError } from './log.ts'

/**
 * Stops a server at a signal: load balancers have time to find another process, and Ctrl+C stops at once. A second
 * signal exits immediately.
 * @param drainSeconds how long /_/ready answers 503 first
 */
export function stopOnSignals(
  server: { drain(): void; close(): Promise<void> },
  drainSeconds: number,
): void {
  let isStopping = false
  const stop = async (signal: string) => {
    server.drain()
    if (signal !== 'SIGINT') await pause(drainSeconds * 1000)
    await server.close()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      stop(signal).then(
        () => process.exit(0),
        (error: unknown) => {
          logError(error)
          process.exit(1)
        },
      )
    })
  }
}
