import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { Database as Schema } from '../app/data/database.types.ts'
import { IDENTITY } from '../app/shared/identity.ts'
import { passwordProblems } from '../app/shared/password-rules.ts'
import { toThemeColors } from '../app/shared/theme-colors.ts'
import type { MailUse } from '../backend/auth/mail/mail-quota.ts'
import { type Backend, createBackend } from '../backend/backend.ts'
import type { Database } from '../backend/database/database.ts'
import { type Keys, openKeys } from '../backend/keys/keys.ts'
import { createOutbox, createSmtpMailer, type Mailer } from '../backend/mail/mailer.ts'
import { readSettings, type Settings } from '../backend/settings/settings.ts'
import { createDiskFiles } from '../backend/storage/files/disk-files.ts'
import { createS3Files } from '../backend/storage/files/s3-files.ts'
import { serveBackups } from './backup/running-site.ts'
import { writeCopy } from './backup/write-copy.ts'
import { isLocalUrl } from './client-address.ts'
import { type Environment, siteUrlOf } from './environment.ts'
import { listen, SHUTDOWN_TIMEOUT_MS } from './listen.ts'
import { createRefusalLog, logError, logWarning, warn } from './log.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { openPrepared } from './open-prepared.ts'
import { REPORT_LIMIT } from './report-limit.ts'
import { serveSite } from './serve-site.ts'
import { preloadBuild, readClientAddress, recordingFetch } from './site.ts'
import type { RunningSite } from './start.ts'

/** How long a stop waits for mail at least, in milliseconds. */
const MAIL_TIMEOUT_MS = 3000

/** Starts the site with its own backend, on PGlite or on a PostgreSQL server. */
export async function startEmbedded(environment: Environment): Promise<RunningSite> {
  const { settings, warnings } = readSettings(environment.CONFIG_FILE)
  for (const line of warnings) warn(line)
  const opening = openPrepared(environment)
  preloadBuild()
  const database = await opening
  try {
    return await serve(environment, settings, database)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function serve(
  environment: Environment,
  settings: Settings,
  database: Database,
): Promise<RunningSite> {
  const keys = await openKeys(join(environment.DATA_DIR, 'keys.json'), environment.JWT_SECRET)
  const mailer = createMailer(environment)
  // The port is bound first, so that mailed links carry the true one even if PORT is 0.
  const listener = await listen(environment.HOST, environment.PORT)
  const ownUrl = siteUrlOf({ ...environment, SITE_URL: undefined }, listener.port)
  const siteUrl = environment.SITE_URL ?? settings.auth.site_url ?? ownUrl
  if (!environment.SMTP_URL && !isLocalUrl(siteUrl)) warnOfOutbox(siteUrl, ownUrl)
  const ping = async () => {
    await database.asOwner('select 1')
  }
  const metrics = createMetrics(ping)
  const backend = createBackend({
    database,
    settings,
    keys,
    mailer,
    files: createFiles(environment),
    siteUrl,
    ownUrl,
    siteName: IDENTITY.name,
    mailLook: { light: toThemeColors('light'), dark: toThemeColors('dark') },
    passwordRules: passwordProblems,
    log: logError,
    onRefusal: createRefusalLog(),
    onMailHalfUsed: reportMailUse(metrics),
    signedOutCalls: { submit_report: REPORT_LIMIT },
  })
  const pages = await serveSite(environment, listener, {
    backend,
    supabase: createInProcessClient(backend, keys, () => 'the site itself'),
    visitorClient: createInProcessClient(backend, keys, readClientAddress),
    siteUrl,
    public: { supabaseUrl: '', supabaseAnonKey: keys.anonKey },
    ping,
    metrics,
    ...(environment.SMTP_URL ? {} : { outbox: mailer.outbox }),
  })
  await database.listen({ channel: 'page_tags', onNotice: pages.drop, onGap: pages.clear })
  const stopBackups = await listenForBackups(environment, database)
  const close = async () => {
    const startedAt = Date.now()
    await Promise.all([listener.close(), stopBackups()])
    await mailer.close(Math.max(MAIL_TIMEOUT_MS, SHUTDOWN_TIMEOUT_MS - (Date.now() - startedAt)))
    await backend.close()
    await database.close()
  }
  return { url: ownUrl, close }
}

/** Lets `npm run backup` copy PGlite's files; a PostgreSQL server is copied without this process. */
async function listenForBackups(
  { DATABASE_URL, DATA_DIR: dataDir, S3_URL }: Environment,
  database: Database,
): Promise<() => Promise<void>> {
  if (DATABASE_URL) return async () => {}
  return serveBackups(dataDir, (file) => writeCopy({ database, dataDir, hasFiles: !S3_URL }, file))
}

function createMailer({ SMTP_URL, MAIL_FROM }: Environment): Mailer {
  return SMTP_URL ? createSmtpMailer(SMTP_URL, MAIL_FROM, logWarning) : createOutbox()
}

function createFiles({ S3_URL, DATA_DIR }: Environment) {
  return S3_URL
    ? createS3Files(S3_URL, join(DATA_DIR, 'incoming'))
    : createDiskFiles(join(DATA_DIR, 'files'))
}

function warnOfOutbox(siteUrl: string, ownUrl: string): void {
  warn(
    `no mail goes out: ${siteUrl} needs SMTP_URL. Until then every program that reaches ${ownUrl} can read all mail at /_/outbox, also through a proxy that adds no X-Forwarded-For`,
  )
}

const reportMailUse =
  (metrics: Metrics) =>
  ({ share, sent, limit }: MailUse) => {
    logWarning(
      `${sent} of ${limit} mails of this hour are sent (${share}, auth.rate_limit.email_sent)`,
    )
    metrics.countMailHalfUsed(share)
  }

/** A client of the pages: the same contract as the browser's, without the network. */
function createInProcessClient(backend: Backend, keys: Keys, addressOf: () => string) {
  return createClient<Schema>('http://backend.invalid', keys.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    // The visitor retries a page; a retry of each read would multiply the load.
    db: { retry: false },
    global: {
      fetch: recordingFetch((input, init) =>
        backend.fetch(new Request(input, init), { clientAddress: addressOf() }),
      ),
    },
  })
}
