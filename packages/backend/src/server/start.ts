import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { createBackend } from '../backend.ts'
import { migrate } from '../database/migrate.ts'
import { openKeys } from '../keys/keys.ts'
import { ChangeFeed } from '../realtime/changes/change-feed.ts'
import { readSettings } from '../settings/settings.ts'
import { createApp } from './app.ts'
import { createEnvironmentReader, keysFileOf, siteUrlOf } from './environment.ts'
import { createUpgradeListener, LIMITS, listen, SHUTDOWN_TIMEOUT_MS } from './listen.ts'
import { createRefusalLog, logError, printWarning } from './log.ts'
import { createSiteMailer, warnOfOutbox } from './site-mailer.ts'
import { openUploads } from './uploads.ts'
import { ADDRESS, DATA, MAIL, setting } from './variables.ts'
import { waitForDatabase } from './wait-for-database.ts'

const schema = z.object({
  ...ADDRESS,
  ...DATA,
  ...MAIL,
  CONFIG_FILE: setting(z.string().optional(), 'the settings, in the format of the Supabase CLI'),
  SITE_NAME: setting(z.string().default('the site'), 'the name of the product in mails'),
})

export const environmentReader = createEnvironmentReader(schema)

type Environment = ReturnType<typeof environmentReader.read>

export interface RunningServer {
  url: string
  /** Makes /_/ready answer 503, while everything else is answered as before. */
  drain(): void
  /** Finishes what is in progress, then stops. */
  close(): Promise<void>
}

/**
 * Serves a folder of SQL files with the whole contract.
 * @param folder of files named `{version}_{name}.sql`, which run once each in the order of their names
 * @throws {Error} one clear line if it cannot start
 */
export async function startServer(
  environment: Environment,
  folder: string,
): Promise<RunningServer> {
  if (!existsSync(folder)) throw new Error(`the folder ${folder} does not exist`)
  const { settings, warnings } = readSettings(environment.CONFIG_FILE ?? findConfigFile(folder))
  for (const line of warnings) printWarning(line)
  const database = await waitForDatabase(
    environment,
    async (opened) => (await migrate(opened, folder, printWarning)).length > 0,
  )
  try {
    const keys = await openKeys(keysFileOf(environment), environment.JWT_SECRET)
    // The port is bound first, so that mailed links carry the true one even if PORT is 0.
    const listener = await listen(environment.HOST, environment.PORT, LIMITS)
    const ownUrl = siteUrlOf({ ...environment, SITE_URL: undefined }, listener.port)
    const siteUrl = environment.SITE_URL ?? settings.auth.site_url ?? ownUrl
    const mailer = createSiteMailer(environment, environment.SITE_NAME, siteUrl)
    if (!environment.SMTP_URL) warnOfOutbox(siteUrl, ownUrl)
    const changes = new ChangeFeed({ database, log: logError })
    const backend = createBackend({
      database,
      changes,
      settings,
      keys,
      sendMail: mailer.deliver,
      files: openUploads(environment),
      siteUrl,
      ownUrl,
      siteName: environment.SITE_NAME,
      log: logError,
      onRefusal: createRefusalLog(),
    })
    let isDraining = false
    const app = createApp({
      backend,
      ping: async () => {
        await database.asOwner('select 1')
      },
      isDraining: () => isDraining,
      outbox: environment.SMTP_URL ? undefined : mailer.outbox,
      trustedProxies: environment.TRUSTED_PROXIES,
    })
    listener.attach(app, undefined, createUpgradeListener(backend, environment.TRUSTED_PROXIES))
    return {
      url: ownUrl,
      drain() {
        isDraining = true
      },
      async close() {
        await Promise.all([backend.disconnect(), listener.close()])
        await mailer.close(SHUTDOWN_TIMEOUT_MS)
        await backend.close()
        await changes.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Beside the folder, as the Supabase CLI has it; without one the defaults count. */
function findConfigFile(folder: string): string {
  const file = join(folder, '..', 'config.toml')
  return existsSync(file) ? file : ''
}
