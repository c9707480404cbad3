import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database as Schema } from '../../app/data/database.types.ts'

export type ServiceClient = SupabaseClient<Schema>

/** In milliseconds: a request without an answer must not stop a job for good. */
const TIMEOUT_MS = 30_000

const fetchInTime: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })

/**
 * A client with the service key, which bypasses row security.
 * @param request sends a request, by default over the network
 */
export function createServiceClient(
  url: string,
  serviceKey: string,
  request: typeof fetch = fetchInTime,
): ServiceClient {
  return createClient<Schema>(url, serviceKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    db: { retry: false },
    global: { fetch: request },
  })
}
