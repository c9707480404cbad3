import type { SupabaseClient, User } from '@supabase/supabase-js'
import type { Database } from '../data/database.types.ts'
import { noteSession } from './audit.ts'
import { tellDelivered } from './resend.ts'

/**
 * What follows when somebody is newly signed in.
 * @param comesFromMail by a mailed link, without the form that notes it itself
 */
export async function arrived(
  supabase: SupabaseClient<Database>,
  user: User,
  comesFromMail: boolean,
): Promise<void> {
  if (user.email_confirmed_at) tellDelivered(user)
  if (comesFromMail) await noteSession(supabase, 'sign_in')
}
