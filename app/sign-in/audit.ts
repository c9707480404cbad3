import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../data/database.types.ts'

/**
 * Notes a sign-in or sign-out for its owner's eyes (spec 1 §3, §7); all else the database notes by
 * itself. That it failed is no reason to keep anybody from signing in: it is not told.
 */
export async function noteSession(
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
