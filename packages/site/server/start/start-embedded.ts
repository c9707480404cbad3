import { createHash } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import type { MailUse } from '@toolmark/backend/auth/mail/mail-quota.ts'
import { type Backend, createBackend } from '@toolmark/backend/backend.ts'
import type { Database } from '@toolmark/backend/database/database.ts'
import { type Keys, openKeys } from '@toolmark/backend/keys/keys.ts'
import { SITE_ITSELF } from '@toolmark/backend/rate-limit.ts'
import { ChangeFeed } from '@toolmark/backend/realtime/changes/change-feed.ts'
import { directUrlOf, keysFileOf, siteUrlOf } from '@toolmark/backend/server/environment.ts'
import {
  type HttpListener,
  LIMITS,
  listen,
  SHUTDOWN_TIMEOUT_MS,
} from '@toolmark/backend/server/listen.ts'
import {
  createRefusalLog,
  logError,
  logWarning,
  printWarning,
} from '@toolmark/backend/server/log.ts'
import { warnOfOutbox } from '@toolmark/backend/server/site-mailer.ts'
import { openUploads } from '@toolmark/backend/server/uploads.ts'
import { readSettings, type Settings } from '@toolmark/backend/settings/settings.ts'
import { openValkeyCounters, type Processes } from '@toolmark/backend/shared-counters.ts'
import type { Database as Schema } from '../../app/data/database.types.ts'
import { IDENTITY } from '../../app/shared/identity.ts'
import { serveBackups } from '../backup/backup-requests.ts'
import { readBackupAge, startBackups } from '../backup/scheduled-backups.ts'
import { type Source, toSource, writeCopy } from '../backup/write-copy.ts'
import { findContact } from '../branding/reserved-domain.ts'
import { answerClaimChecks } from '../claims/check-claims.ts'
import { createTokenFinder } from '../claims/find-token.ts'
import { loadDemoContent } from '../demo/load.ts'
import { startSiteDumps } from '../dumps/scheduled-dumps.ts'
import { createAccountMailQueue } from '../emails/account-mail.ts'
import { closeMailer, createMailer, MAIL_LOOK } from '../emails/site-mailer.ts'
import type { Environment } from '../environment.ts'
import { createSiteFactFetch, readsFacts } from '../facts/site-facts.ts'
import { CONFIRM_PATH } from '../http/confirm-page.ts'
import { REPORT_LIMIT } from '../http/report-limit.ts'
import { createStartingApp } from '../http/starting-app.ts'
import { startJobs } from '../jobs/jobs.ts'
import { createServiceClient } from '../jobs/service-client.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { createPurger } from '../page-cache/purge.ts'
import { createRecordingFetch, preloadBuild, readClientAddress } from '../rendering/site.ts'
import { startSourceReads } from '../sources/read-due-sources.ts'
import { readInThread } from '../sources/read-in-thread.ts'
import { serveSources } from '../sources/serve-sources.ts'
import { startTracing, type Tracing } from '../tracing/tracing.ts'
import { openSiteDatabase } from './open-site-database.ts'
import { serveSite } from './serve-site.ts'
import { setOffAreas } from './set-off-areas.ts'
import { signUpRules } from './sign-up-rules.ts'
import { findPasswordWeakness, requireSiteSettings } from './site-settings.ts'
import type { Branding, RunningSite } from './start-site.ts'

interface Opened {
  database: Database
  listener: HttpListener
  tracing: Tracing | undefined
}

/** Starts the site with its own backend, on PGlite or on a PostgreSQL server. */
export async function startEmbedded(
  environment: Environment,
  branding: Branding,
): Promise<RunningSite> {
  const { settings, warnings } = readSettings(environment.CONFIG_FILE)
  requireSiteSettings(environment.CONFIG_FILE, settings)
  for (const line of warnings) printWarning(line)
  const folder = { identity: IDENTITY, ...branding }
  const tracing = await startTracing(environment)
  const bind = () => listen(environment.HOST, environment.PORT, LIMITS, tracing)
  // A balancer sends visitors to other processes as long as the port of this one is closed.
  const early = directUrlOf(environment) ? undefined : await bind()
  early?.attach(createStartingApp())
  let database: Database | undefined
  try {
    const opening = openSiteDatabase(environment, [settings, folder].map(digest))
    preloadBuild()
    const opened = await opening
    database = tracing?.watchDatabase(opened) ?? opened
    const listener = early ?? (await bind())
    return await startOnDatabase(environment, branding, settings, { database, listener, tracing })
  } catch (error) {
    await early?.close()
    await database?.close()
    throw error
  }
}

async function startOnDatabase(
  environment: Environment,
  branding: Branding,
  settings: Settings,
  { database, listener, tracing }: Opened,
): Promise<RunningSite> {
  const keys = await openKeys(keysFileOf(environment), environment.JWT_SECRET)
  // Mailed links carry the true port even if PORT is 0.
  const ownUrl = siteUrlOf({ ...environment, SITE_URL: undefined }, listener.port)
  const siteUrl = environment.SITE_URL ?? settings.auth.site_url ?? ownUrl
  const mailer = createMailer(environment, siteUrl)
  if (!environment.SMTP_URL) warnOfOutbox(siteUrl, ownUrl)
  const ping = async () => {
    await database.asOwner('select 1')
  }
  const { PURGE_URL, VALKEY_URL } = environment
  const valkey = VALKEY_URL ? await openValkeyCounters(VALKEY_URL, logError) : undefined
  let isDraining = false
  const metrics = createMetrics(ping)
  const changes = new ChangeFeed({ database, log: logError })
  const files = openUploads(environment)
  const backend = createBackend({
    database,
    changes,
    settings,
    keys,
    // Without a mail server the outbox has it at once.
    sendMail: environment.SMTP_URL ? createAccountMailQueue(database, keys.seal) : mailer.deliver,
    // No mail gateway opens the links of the outbox: they redeem their token themselves.
    linkPath: environment.SMTP_URL ? CONFIRM_PATH : undefined,
    files,
    siteUrl,
    ownUrl,
    siteName: IDENTITY.name,
    contact: findContact(IDENTITY.contact, siteUrl),
    mailLook: MAIL_LOOK,
    passwordRules: findPasswordWeakness,
    signUpRules,
    log: logError,
    onRefusal: createRefusalLog(),
    onMailHalfUsed: reportMailUse(metrics),
    signedOutCalls: { submit_report: REPORT_LIMIT },
    onDifference: warnOfDifference,
    createCounter: valkey?.createCounter,
    preRequest: IDENTITY.offAreas.length > 0 ? 'public.refuse_off_functions' : undefined,
  })
  metrics.watchRealtime(backend.realtime)
  metrics.watchProcesses(backend.readProcesses)
  metrics.watchEmails(() => readWaitingEmails(database))
  const purger = PURGE_URL ? createPurger({ url: PURGE_URL, log: logError }) : undefined
  // Another version of the site may have rendered what the cache in front has.
  purger?.purgeAll()
  const service = createInProcessServiceClient(backend, keys)
  await setOffAreas(service)
  const findToken = createTokenFinder({
    testHosts: environment.CLAIM_TEST_HOSTS,
    testResolver: environment.CLAIM_TEST_DNS,
  })
  const answer = answerClaimChecks(backend.fetch, { service, findToken }, logError)
  const pages = await serveSite(environment, listener, {
    purger,
    branding,
    backend: { ...backend, fetch: answer },
    supabase: createInProcessClient(backend, keys, () => SITE_ITSELF),
    visitorClient: createInProcessClient(backend, keys, readClientAddress),
    siteUrl,
    public: { supabaseUrl: '', supabaseAnonKey: keys.anonKey },
    ping,
    isDraining: () => isDraining,
    metrics,
    sources: serveSources({
      createClient: (authorization) =>
        createClient<Schema>('http://backend.invalid', keys.anonKey, {
          auth: { persistSession: false, autoRefreshToken: false },
          global: {
            headers: { Authorization: authorization },
            fetch: (input, init) =>
              backend.fetch(new Request(input, init), { clientAddress: SITE_ITSELF }),
          },
        }),
      read: readInThread,
      testHosts: environment.CLAIM_TEST_HOSTS,
      log: logError,
    }),
    ...(environment.SMTP_URL ? {} : { outbox: mailer.outbox }),
  })
  await database.listen({ channel: 'page_tags', onNotice: pages.drop, onGap: pages.clear })
  // The process that was started last says first how it differs.
  void backend.readProcesses()
  const stopBackups = await offerBackups(
    environment,
    toSource(environment, database, files),
    metrics,
  )
  const startBackground = () => {
    const stopJobs = startJobs({
      service,
      contentLanguage: branding.contentLanguage,
      findToken,
      mailer,
      seal: keys.seal,
      siteUrl,
      onWork: (wake) => {
        database.listen({ channel: 'jobs', onNotice: wake, onGap: wake }).catch(logError)
      },
      factReading: readsFacts(environment)
        ? { fetch: createSiteFactFetch(environment, siteUrl), countRead: metrics.countFactRead }
        : undefined,
      countEmail: metrics.countEmail,
      log: logError,
    })
    const testHosts = environment.CLAIM_TEST_HOSTS
    const reads = startSourceReads({ service, testHosts, log: logError })
    const source = { service, siteUrl }
    const stopDumps = startSiteDumps(environment, ownUrl, branding.dataLicense, source)
    return { stopJobs, stopOthers: () => Promise.all([stopDumps(), reads.end()]) }
  }
  let isClosing = false
  // Jobs and dumps begin with all of the demo content.
  const renderHome = () => pages.fetch(new Request(siteUrl))
  const background = finishDemoContent(database, renderHome, () => isClosing).then(() =>
    isClosing ? undefined : startBackground(),
  )
  const close = async () => {
    const startedAt = Date.now()
    isClosing = true
    const jobsEnded = background.then((started) => started?.stopJobs())
    await Promise.all([
      backend.disconnect(),
      listener.close(),
      stopBackups(),
      background.then((started) => started?.stopOthers()),
    ])
    await closeMailer(mailer, SHUTDOWN_TIMEOUT_MS - (Date.now() - startedAt), jobsEnded)
    await purger?.close()
    await backend.close()
    await changes.close()
    valkey?.close()
    await database.close()
    await tracing?.close()
  }
  const drain = () => {
    isDraining = true
  }
  return { url: ownUrl, drain, close }
}

/** Pages are served meanwhile. After an error the next start goes on. */
async function finishDemoContent(
  database: Database,
  renderHome: () => Promise<unknown>,
  hasEnded: () => boolean,
): Promise<void> {
  try {
    const [demo] = await database.asOwner<{ is_loading: boolean }>(
      'select public.is_demo_loading() as is_loading',
    )
    // The first page does not wait for steps: it takes a second or two longer beside them.
    if (demo?.is_loading) await renderHome().catch(logError)
    if (await loadDemoContent(database, hasEnded)) console.log('The demo content is complete')
  } catch (error) {
    logError(error)
  }
}

/**
 * Makes the backups of each day, and lets `toolmark backup` copy PGlite's files; a PostgreSQL server is
 * copied without this process.
 */
async function offerBackups(
  environment: Environment,
  source: Source,
  metrics: Metrics,
): Promise<() => Promise<void>> {
  const { DATABASE_URL, DATA_DIR, BACKUP_DIR, BACKUP_KEEP, BACKUP_TIME } = environment
  const makeCopy = (file: string) => writeCopy(source, file)
  const stops = DATABASE_URL ? [] : [await serveBackups(DATA_DIR, makeCopy)]
  if (BACKUP_DIR) {
    const [hours = 0, minutes = 0] = BACKUP_TIME.split(':').map(Number)
    const minute = hours * 60 + minutes
    stops.push(
      startBackups({ folder: BACKUP_DIR, keep: BACKUP_KEEP, minute, makeCopy, log: logError }),
    )
    metrics.watchBackups(() => readBackupAge(BACKUP_DIR))
  }
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

async function readWaitingEmails(database: Database) {
  const [row] = await database.asOwner<{ waiting: number; oldest: number }>(
    `select count(*) as waiting, coalesce(extract(epoch from now() - min(queued_at)), 0)::float8 as oldest
     from private.email_queue where sent_at is null and attempts < 4`,
  )
  return row ?? { waiting: 0, oldest: 0 }
}

/** Eight characters distinguish versions and reveal no secret. */
const digest = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 8)

function warnOfDifference({ count, versions }: Processes): void {
  const parts = { 'config.toml': versions.settings, 'the folder site/': versions.folder }
  for (const [part, number] of Object.entries(parts)) {
    if (number > 1)
      logWarning(`${part} has ${number} versions among the ${count} processes on this database`)
  }
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
      fetch: createRecordingFetch((input, init) =>
        backend.fetch(new Request(input, init), { clientAddress: addressOf() }),
      ),
    },
  })
}

/** The client of the jobs. It takes the current service key, which may be replaced meanwhile. */
function createInProcessServiceClient(backend: Backend, keys: Keys) {
  return createServiceClient('http://backend.invalid', keys.serviceKey, (input, init) => {
    const request = new Request(input, init)
    request.headers.set('apikey', keys.serviceKey)
    request.headers.set('Authorization', `Bearer ${keys.serviceKey}`)
    return backend.fetch(request, { clientAddress: SITE_ITSELF })
  })
}
