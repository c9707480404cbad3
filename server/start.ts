import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { passwordProblems } from '../app/account/password-rules.ts'
import type { Database as Schema } from '../app/data/database.types.ts'
import type { Site } from '../app/data/site.ts'
import { IDENTITY } from '../app/identity.ts'
import { pageParameters } from '../app/page-table.ts'
import { themeColours } from '../app/theme-colours.ts'
import { type Backend, createBackend } from '../backend/backend.ts'
import type { Database } from '../backend/database/database.ts'
import { migrate } from '../backend/database/migrate.ts'
import { openDatabase } from '../backend/database/open.ts'
import { type Keys, openKeys } from '../backend/keys/keys.ts'
import { createOutbox, createSmtpMailer, type Mailer } from '../backend/mail/mailer.ts'
import { readSettings } from '../backend/settings/settings.ts'
import { createDiskFiles } from '../backend/storage/files/disk-files.ts'
import { createS3Files } from '../backend/storage/files/s3-files.ts'
import { createApp } from './app.ts'
import { answerCopies, forgetPlace } from './backup/running-site.ts'
import { writeCopy } from './backup/write-copy.ts'
import { isLocalUrl } from './client-address.ts'
import { loadDemoContent } from './demo/load.ts'
import { type Environment, siteUrlOf } from './environment.ts'
import { GRACE, listen } from './listen.ts'
import { createRefusalLog, logError, logWarning, warn } from './log.ts'
import { createMetrics } from './metrics/metrics.ts'
import { MIGRATIONS } from './migrations.ts'
import { createPageCache } from './page-cache/page-cache.ts'
import { createPictures } from './pictures/pictures.ts'
import { BUILD, loadSite, preloadBuild, recordingFetch } from './site.ts'

/** A hosted backend announces no changes: so long a page is fresh, in milliseconds. */
const HOSTED_LIFETIME = 10_000

/** How long a stop waits for mail at least, in milliseconds. */
const MAIL_GRACE = 3000

export interface Running {
  url: string
  close(): Promise<void>
}

/**
 * Starts the site on its backend, embedded or hosted.
 * @throws {Error} one clear line when something is not as it must be
 */
export async function start(environment: Environment): Promise<Running> {
  return environment.SUPABASE_URL ? startHosted(environment) : startEmbedded(environment)
}

async function startEmbedded(environment: Environment): Promise<Running> {
  const { settings, warnings } = readSettings(environment.CONFIG_FILE)
  for (const line of warnings) warn(line)
  const opening = openPrepared(environment)
  preloadBuild()
  const database = await opening
  try {
    const keys = await openKeys(join(environment.DATA_DIR, 'keys.json'), environment.JWT_SECRET)
    const mailer = mailerOf(environment)
    // Bound first, so that mailed links carry the true port even where PORT is 0.
    const gate = await listen(environment.HOST, environment.PORT)
    const ownUrl = siteUrlOf({ ...environment, SITE_URL: undefined }, gate.port)
    const siteUrl = environment.SITE_URL ?? settings.auth.site_url ?? ownUrl
    if (!environment.SMTP_URL && !isLocalUrl(siteUrl)) {
      warn(
        `no mail goes out: ${siteUrl} needs SMTP_URL. Until then whoever reaches ${ownUrl} reads every mail at /_/outbox, also through a proxy that adds no X-Forwarded-For`,
      )
    }
    const ping = async () => {
      await database.asOwner('select 1')
    }
    const metrics = createMetrics(ping)
    const backend = createBackend({
      database,
      settings,
      keys,
      mailer,
      files: environment.S3_URL
        ? createS3Files(environment.S3_URL, join(environment.DATA_DIR, 'incoming'))
        : createDiskFiles(join(environment.DATA_DIR, 'files')),
      siteUrl,
      ownUrl,
      siteName: IDENTITY.name,
      mailLook: { light: themeColours('light'), dark: themeColours('dark') },
      passwordRules: passwordProblems,
      log: logError,
      onRefusal: createRefusalLog(),
      onMailHalfUsed: ({ share, sent, limit }) => {
        logWarning(
          `${sent} of ${limit} mails of this hour are sent (${share}, auth.rate_limit.email_sent)`,
        )
        metrics.countMailHalfUsed(share)
      },
    })
    const supabase = inProcessClient(backend, keys)
    const render = await loadSite({
      supabase,
      siteUrl,
      public: { supabaseUrl: '', supabaseAnonKey: keys.anonKey },
      hasDesignPage: environment.DESIGN_PAGE === 'on',
      log: logError,
    })
    const pages = createPageCache({ render, parametersOf: pageParameters, origin: siteUrl })
    await database.listen({ channel: 'page_tags', onNotice: pages.drop, onGap: pages.clear })
    const outbox = environment.SMTP_URL ? {} : { outbox: mailer.outbox }
    const pictures = picturesOf(environment, supabase)
    gate.serve(
      createApp({
        backend,
        ...outbox,
        ping,
        pictures,
        site: pages.fetch,
        siteUrl,
        trustedProxies: environment.TRUSTED_PROXIES,
        assets: join(BUILD, 'client'),
        metrics,
        metricsToken: environment.METRICS_TOKEN,
      }),
      metrics.watchPages(pages.answer),
    )
    const source = { database, dataDir: environment.DATA_DIR, hasFiles: !environment.S3_URL }
    // A copy of a PostgreSQL server's data asks the server.
    const endCopies = environment.DATABASE_URL
      ? async () => {}
      : await answerCopies(environment.DATA_DIR, (file) => writeCopy(source, file))
    const close = async () => {
      const since = Date.now()
      await Promise.all([gate.close(), endCopies()])
      await mailer.close(Math.max(MAIL_GRACE, GRACE - (Date.now() - since)))
      await backend.close()
      await database.close()
    }
    return { url: ownUrl, close }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The database with its schema and, where that is wanted, its demo content. */
async function openPrepared(environment: Environment): Promise<Database> {
  const { DATA_DIR: dataDir, DATABASE_URL: url } = environment
  const database = await openDatabase({ dataDir, ...(url ? { url } : {}) })
  let hasGrown: boolean
  try {
    // From here on the lock keeps other processes out of the folder.
    if (!url) forgetPlace(dataDir)
    hasGrown = (await migrate(database, MIGRATIONS)).length > 0
    if (environment.DEMO_CONTENT === 'on') {
      hasGrown = (await loadDemoContent(database, new Date())) || hasGrown
    }
  } catch (error) {
    await database.close()
    throw error
  }
  if (database.engine !== 'pglite' || !hasGrown) return database
  // The memory of WebAssembly never shrinks: a new engine begins without what the filling took.
  await database.close()
  return openPrepared(environment)
}

async function startHosted(environment: Environment): Promise<Running> {
  const { SUPABASE_URL: url = '', SUPABASE_ANON_KEY: anonKey = '' } = environment
  const gate = await listen(environment.HOST, environment.PORT)
  const siteUrl = siteUrlOf(environment, gate.port)
  const supabase = createClient<Schema>(url, anonKey, {
    auth: { persistSession: false },
    global: { fetch: recordingFetch(fetch) },
  })
  const render = await loadSite({
    supabase,
    siteUrl,
    public: { supabaseUrl: url, supabaseAnonKey: anonKey },
    hasDesignPage: environment.DESIGN_PAGE === 'on',
    log: logError,
  })
  const pages = createPageCache({
    render,
    parametersOf: pageParameters,
    origin: siteUrl,
    lifetime: HOSTED_LIFETIME,
  })
  const ping = async () => {
    const { error } = await supabase.from('categories').select('name').limit(1)
    if (error) throw error
  }
  const pictures = picturesOf(environment, supabase)
  const metrics = createMetrics(ping)
  gate.serve(
    createApp({
      ping,
      pictures,
      site: pages.fetch,
      siteUrl,
      trustedProxies: environment.TRUSTED_PROXIES,
      assets: join(BUILD, 'client'),
      metrics,
      metricsToken: environment.METRICS_TOKEN,
    }),
    metrics.watchPages(pages.answer),
  )
  return { url: siteUrl, close: gate.close }
}

function picturesOf({ DATA_DIR, LOGO_SERVICE }: Environment, supabase: Site['supabase']) {
  return createPictures({
    supabase,
    folder: join(DATA_DIR, 'pictures'),
    logoService: LOGO_SERVICE === 'off' ? undefined : LOGO_SERVICE,
    log: logError,
  })
}

function mailerOf({ SMTP_URL, MAIL_FROM }: Environment): Mailer {
  return SMTP_URL ? createSmtpMailer(SMTP_URL, MAIL_FROM, logWarning) : createOutbox()
}

/** The pages' own client: the same contract as the browser's, without a detour over the network. */
function inProcessClient(backend: Backend, keys: Keys) {
  return createClient<Schema>('http://backend.invalid', keys.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Whoever waits for the page tries again, and not everything behind it several times over.
    db: { retry: false },
    global: {
      fetch: recordingFetch((input, init) =>
        backend.fetch(new Request(input, init), { clientAddress: 'the site itself' }),
      ),
    },
  })
}
