import { readEnvironment } from './environment.ts'
import { logError } from './log.ts'
import { type Running, start } from './start.ts'

let running: Running
try {
  running = await start(readEnvironment(process.env))
} catch (error) {
  console.error(`Toolmark cannot start: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
console.log(`Toolmark is at ${running.url}`)

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // The second time it is meant.
    if (isStopping) process.exit(1)
    isStopping = true
    running.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logError(error)
        process.exit(1)
      },
    )
  })
}
