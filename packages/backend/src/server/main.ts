// `npm start -- --schema DIR`: serves a folder of SQL files. `npm run keys` prints what programs need.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { parseArgs } from 'node:util'
import { openKeys } from '../keys/keys.ts'
import { keysFileOf, siteUrlOf } from './environment.ts'
import { logConsole, printWarning } from './log.ts'
import { environmentReader, startServer } from './start.ts'
import { stopOnSignals } from './stop-on-signals.ts'

const EXAMPLE = join(import.meta.dirname, '..', '..', 'example', 'schema')

try {
  const { values, positionals } = parseArgs({
    options: { schema: { type: 'string', default: EXAMPLE } },
    allowPositionals: true,
  })
  if (existsSync('.env')) loadEnvFile()
  const environment = environmentReader.read(process.env)
  if (positionals[0] === 'keys') {
    const keys = await openKeys(keysFileOf(environment), environment.JWT_SECRET)
    const { anonKey, serviceKey } = keys
    console.log(
      JSON.stringify({
        url: siteUrlOf(environment),
        anon_key: anonKey,
        service_key: serviceKey,
      }),
    )
  } else {
    logConsole()
    for (const line of environmentReader.findMisspelled(Object.keys(process.env)))
      printWarning(line)
    const server = await startServer(environment, values.schema)
    stopOnSignals(server, environment.DRAIN_SECONDS)
    console.log(`${values.schema} is at ${server.url}`)
  }
} catch (error) {
  printWarning(`cannot start: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
