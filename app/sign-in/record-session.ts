import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../data/database.types.ts'

/**
 * Adds a sign-in or sign-out to the account's events (spec 1 §3, §7); the database adds all others.
 * A failure is ignored: it must not prevent the sign-in.
 */
export async function recordSession(
  supabase: SupabaseClient<Database>,
  action: 'sign_in' | 'sign_out',
): Promise<void> {
  await supabase.from('audit_logs').insert({
    action,
    resource_type: 'session',
    metadata: {
      user_agent: navigator.userAgent.slice(0, 500),
      timestamp: new Date().toISOString(),
    },
  })
}
