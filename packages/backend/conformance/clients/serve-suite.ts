import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { createBackend } from '../../src/backend.ts'
import { openPostgres } from '../../src/database/engines/postgres.ts'
import { migrate } from '../../src/database/migrate.ts'
import { openKeys } from '../../src/keys/keys.ts'
import { createOutbox } from '../../src/mail/mailer.ts'
import { ChangeFeed } from '../../src/realtime/changes/change-feed.ts'
import { listen } from '../../src/server/listen.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { createDiskFiles } from '../../src/storage/files/disk-files.ts'
import { startCluster } from '../../tests/support/databases/postgres-cluster.ts'
import type { Suite } from './suites.ts'
import { CLI_PORT, CLI_SECRET } from './supabase-cli.ts'

/**
 * Starts the backend as the Supabase CLI would serve the suite: on its port, with its secret and the
 * suite's own schema, without the product's migrations.
 * @param folder of the suite's package
 * @returns stops it
 */
export async function serveSuite(suite: Suite, folder: string): Promise<() => Promise<void>> {
  const cluster = await startCluster()
  const data = mkdtempSync(join(tmpdir(), 'conformance-'))
  const database = await openPostgres(cluster.url('postgres'))
  const migrations = mkdtempSync(join(tmpdir(), 'conformance-'))
  for (const [index, file] of suite.sql.entries()) {
    writeFileSync(
      join(migrations, `${index}_suite.sql`),
      adapt(readFileSync(join(folder, file), 'utf8')),
    )
  }
  await migrate(database, migrations)
  rmSync(migrations, { recursive: true })
  const { settings } = readSettings('')
  settings.auth.email.enable_confirmations = false
  settings.auth.email.max_frequency = 1
  settings.api.tx_end = 'commit-allow-override'
  for (const name of Object.keys(
    settings.auth.rate_limit,
  ) as (keyof typeof settings.auth.rate_limit)[])
    settings.auth.rate_limit[name] = 100_000
  suite.configure(settings)
  const keys = await openKeys(join(data, 'keys.json'), CLI_SECRET)
  const changes = new ChangeFeed({ database, log: console.error })
  const url = `http://127.0.0.1:${CLI_PORT}`
  const listener = await listen('localhost', CLI_PORT)
  const backend = createBackend({
    database,
    settings,
    keys,
    sendMail: createOutbox().deliver,
    files: createDiskFiles(join(data, 'files')),
    siteUrl: 'http://127.0.0.1:3000',
    ownUrl: url,
    siteName: 'Conformance',
    timeBudget: { points: 3_600_000, duration: 60 },
    changes,
    log: console.error,
  })
  listener.attach(
    new Hono().all('*', (c) => {
      const { raw } = c.req
      // The gateway of the CLI lets requests without a key in.
      if (!raw.headers.has('apikey')) raw.headers.set('apikey', keys.anonKey)
      return backend.fetch(raw, { clientAddress: '127.0.0.1' })
    }),
    undefined,
    (request, socket, head) =>
      backend.upgrade(request, socket, head, { clientAddress: '127.0.0.1' }),
  )
  return async () => {
    await Promise.all([backend.disconnect(), listener.close()])
    await backend.close()
    await database.close()
    await cluster.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

/** Removes roles that this backend does not have, and PostGIS. */
const adapt = (sql: string) =>
  sql
    .replace(/^alter role authenticator .*$/gim, '')
    .replace(/^create extension .*postgis.*$/gim, '')
    .replaceAll(/extensions\.geometry\([^)]*\)/g, 'text')
    .replaceAll(/\bsupabase_admin\b/g, 'service_role')
