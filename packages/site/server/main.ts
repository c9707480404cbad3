import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import type { RunningSite } from './start/start-site.ts'

// Later starts read the code that the first one compiled, if the folder can be written.
enableCompileCache(
  join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'compiled'),
)
const { findMisspelled, readEnvironment } = await import('./environment.ts')
const { logConsole, printWarning } = await import('@toolmark/backend/server/log.ts')
const { stopOnSignals } = await import('@toolmark/backend/server/stop-on-signals.ts')

logConsole()
let running: RunningSite
let drainSeconds = 0
try {
  const environment = readEnvironment(process.env)
  drainSeconds = environment.DRAIN_SECONDS
  for (const line of findMisspelled(process.env)) printWarning(line)
  const { readSiteFolder } = await import('./branding/site-folder.ts')
  const { identity, areaNotes = [], ...branding } = await readSiteFolder(environment.SITE_DIR)
  for (const line of areaNotes) printWarning(line)
  // Modules read it while they are loaded, so it is set before the site is imported.
  globalThis.siteIdentity = identity
  const { startSite } = await import('./start/start-site.ts')
  running = await startSite(environment, branding)
} catch (error) {
  printWarning(
    `${globalThis.siteIdentity?.name ?? 'Toolmark'} cannot start: ${error instanceof Error ? error.message : error}`,
  )
  process.exit(1)
}
const { IDENTITY } = await import('../app/shared/identity.ts')
console.log(`${IDENTITY.name} is at ${running.url}`)

stopOnSignals(running, drainSeconds)
