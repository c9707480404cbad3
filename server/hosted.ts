import { createClient } from '@supabase/supabase-js'
import type { Database } from '../app/data/database.types.ts'
import { type Environment, siteUrlOf } from './environment.ts'
import { listen } from './listen.ts'
import { createMetrics } from './metrics/metrics.ts'
import { serveSite } from './serve-site.ts'
import { recordingFetch } from './site.ts'
import type { RunningSite } from './start.ts'

/** A hosted backend announces no changes: so long a page is fresh, in milliseconds. */
const PAGE_LIFETIME_MS = 10_000

/** Starts the site on a Supabase project. */
export async function startHosted(environment: Environment): Promise<RunningSite> {
  const { SUPABASE_URL: supabaseUrl = '', SUPABASE_ANON_KEY: supabaseAnonKey = '' } = environment
  const listener = await listen(environment.HOST, environment.PORT)
  const siteUrl = siteUrlOf(environment, listener.port)
  const supabase = createClient<Database>(supabaseUrl, supabaseAnonKey, {
    auth: { persistSession: false },
    global: { fetch: recordingFetch(fetch) },
  })
  const ping = async () => {
    await supabase.from('categories').select('name').limit(1).throwOnError()
  }
  await serveSite(environment, listener, {
    supabase,
    siteUrl,
    public: { supabaseUrl, supabaseAnonKey },
    ping,
    metrics: createMetrics(ping),
    pageLifetime: PAGE_LIFETIME_MS,
  })
  return { url: siteUrl, close: listener.close }
}
