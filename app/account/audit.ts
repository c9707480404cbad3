import { getSupabase } from '../data/session.ts'

/**
 * Notes a sign-in or sign-out for its owner's eyes (spec 1 §3, §7); all else the database notes by
 * itself. That it failed is no reason to keep anybody from signing in.
 */
export async function noteSession(action: 'sign_in' | 'sign_out'): Promise<void> {
  const supabase = await getSupabase()
  await supabase.from('audit_logs').insert({
    action,
    resource_type: 'session',
    metadata: {
      user_agent: navigator.userAgent.slice(0, 500),
      timestamp: new Date().toISOString(),
    },
  })
}
