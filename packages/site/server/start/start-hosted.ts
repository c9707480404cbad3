import { createClient } from '@supabase/supabase-js'
import { siteUrlOf } from '@toolmark/backend/server/environment.ts'
import { LIMITS, listen, SHUTDOWN_TIMEOUT_MS } from '@toolmark/backend/server/listen.ts'
import { logError } from '@toolmark/backend/server/log.ts'
import { warnOfOutbox } from '@toolmark/backend/server/site-mailer.ts'
import type { Database } from '../../app/data/database.types.ts'
import { createTokenFinder } from '../claims/find-token.ts'
import { startSiteDumps } from '../dumps/scheduled-dumps.ts'
import { closeMailer, createMailer } from '../emails/site-mailer.ts'
import type { Environment } from '../environment.ts'
import { createSiteFactFetch, readsFacts } from '../facts/site-facts.ts'
import { limitReports } from '../http/report-limit.ts'
import { startJobs } from '../jobs/jobs.ts'
import { createServiceClient } from '../jobs/service-client.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { createRecordingFetch, readClientAddress } from '../rendering/site.ts'
import { startSourceReads } from '../sources/read-due-sources.ts'
import { readInThread } from '../sources/read-in-thread.ts'
import { serveSources } from '../sources/serve-sources.ts'
import { startTracing } from '../tracing/tracing.ts'
import { serveSite } from './serve-site.ts'
import { setOffAreas } from './set-off-areas.ts'
import type { Branding, RunningSite } from './start-site.ts'

/** A hosted backend announces no changes: so long a page is fresh, in milliseconds. */
const PAGE_LIFETIME_MS = 10_000

/** Starts the site on a Supabase project. */
export async function startHosted(
  environment: Environment,
  branding: Branding,
): Promise<RunningSite> {
  const { SUPABASE_URL: supabaseUrl = '', SUPABASE_ANON_KEY: supabaseAnonKey = '' } = environment
  const tracing = await startTracing(environment)
  const listener = await listen(environment.HOST, environment.PORT, LIMITS, tracing)
  const siteUrl = siteUrlOf(environment, listener.port)
  const createPageClient = (send: typeof fetch) =>
    createClient<Database>(supabaseUrl, supabaseAnonKey, {
      auth: { persistSession: false },
      global: { fetch: createRecordingFetch(send) },
    })
  const supabase = createPageClient(fetch)
  const ping = async () => {
    await supabase.from('categories').select('name').limit(1).throwOnError()
  }
  let isDraining = false
  const metrics = createMetrics(ping)
  const { SUPABASE_SERVICE_KEY: serviceKey } = environment
  // Without the key, emails wait in the queue, there is no open data, and the database has all areas.
  const service = serviceKey ? createServiceClient(supabaseUrl, serviceKey) : undefined
  if (service) void setOffAreas(service).catch(logError)
  const mailer = createMailer(environment, siteUrl)
  const hasOutbox = serviceKey !== undefined && !environment.SMTP_URL
  const ownUrl = siteUrlOf({ ...environment, SITE_URL: undefined }, listener.port)
  if (hasOutbox) warnOfOutbox(siteUrl, ownUrl)
  await serveSite(environment, listener, {
    branding,
    supabase,
    visitorClient: createPageClient(limitReports(fetch, readClientAddress)),
    siteUrl,
    public: { supabaseUrl, supabaseAnonKey },
    ping,
    isDraining: () => isDraining,
    metrics,
    pageLifetime: PAGE_LIFETIME_MS,
    sources: serveSources({
      createClient: (authorization) =>
        createClient<Database>(supabaseUrl, supabaseAnonKey, {
          auth: { persistSession: false, autoRefreshToken: false },
          global: { headers: { Authorization: authorization } },
        }),
      read: readInThread,
      testHosts: environment.CLAIM_TEST_HOSTS,
      log: logError,
    }),
    ...(hasOutbox ? { outbox: mailer.outbox } : {}),
  })
  const reads = service
    ? startSourceReads({ service, testHosts: environment.CLAIM_TEST_HOSTS, log: logError })
    : undefined
  const stopDumps = service
    ? startSiteDumps(environment, ownUrl, branding.dataLicense, { service, siteUrl })
    : async () => {}
  const stopJobs = service
    ? startJobs({
        service,
        contentLanguage: branding.contentLanguage,
        mailer,
        siteUrl,
        findToken: createTokenFinder({
          testHosts: environment.CLAIM_TEST_HOSTS,
          testResolver: environment.CLAIM_TEST_DNS,
        }),
        factReading: readsFacts(environment)
          ? { fetch: createSiteFactFetch(environment, siteUrl), countRead: metrics.countFactRead }
          : undefined,
        countEmail: metrics.countEmail,
        log: logError,
      })
    : async () => {}
  const close = async () => {
    const startedAt = Date.now()
    const jobsEnded = stopJobs()
    await Promise.all([listener.close(), stopDumps(), reads?.end()])
    await closeMailer(mailer, SHUTDOWN_TIMEOUT_MS - (Date.now() - startedAt), jobsEnded)
    await tracing?.close()
  }
  const drain = () => {
    isDraining = true
  }
  return { url: siteUrl, drain, close }
}
