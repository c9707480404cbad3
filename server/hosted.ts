import { createClient } from '@supabase/supabase-js'
import type { Database } from '../app/data/database.types.ts'
import { type Environment, siteUrlOf } from './environment.ts'
import { listen } from './listen.ts'
import { createMetrics } from './metrics/metrics.ts'
import { limitReports } from './report-limit.ts'
import { serveSite } from './serve-site.ts'
import { readClientAddress, recordingFetch } from './site.ts'
import type { RunningSite } from './start.ts'

/** A hosted backend announces no changes: so long a page is fresh, in milliseconds. */
const PAGE_LIFETIME_MS = 10_000

/** Starts the site on a Supabase project. */
export async function startHosted(environment: Environment): Promise<RunningSite> {
  const { SUPABASE_URL: supabaseUrl = '', SUPABASE_ANON_KEY: supabaseAnonKey = '' } = environment
  const listener = await listen(environment.HOST, environment.PORT)
  const siteUrl = siteUrlOf(environment, listener.port)
  const createPageClient = (send: typeof fetch) =>
    createClient<Database>(supabaseUrl, supabaseAnonKey, {
      auth: { persistSession: false },
      global: { fetch: recordingFetch(send) },
    })
  const supabase = createPageClient(fetch)
  const ping = async () => {
    await supabase.from('categories').select('name').limit(1).throwOnError()
  }
  await serveSite(environment, listener, {
    supabase,
    visitorClient: createPageClient(limitReports(fetch, readClientAddress)),
    siteUrl,
    public: { supabaseUrl, supabaseAnonKey },
    ping,
    metrics: createMetrics(ping),
    pageLifetime: PAGE_LIFETIME_MS,
  })
  return { url: siteUrl, close: listener.close }
}
