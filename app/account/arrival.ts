import type { SupabaseClient, User } from '@supabase/supabase-js'
import type { Database } from '../data/database.types.ts'
import { toastSuccess } from '../ui/toast.ts'
import { noteSession } from './audit.ts'
import { dropProgress } from './verification.ts'
import * as sessionWords from './words/session.ts'

/** How long "delivered" stays, in milliseconds (spec 1 §9). */
const DELIVERED = 5000

/**
 * What follows when somebody is newly signed in.
 * @param comesFromMail by a mailed link, without the form that notes it itself
 */
export async function arrived(
  supabase: SupabaseClient<Database>,
  user: User,
  comesFromMail: boolean,
): Promise<void> {
  if (user.email_confirmed_at) await tellDelivered(user)
  if (comesFromMail) await noteSession(supabase, 'sign_in')
}

/** The mail was delivered when a sign-in with a confirmed address is seen (spec 1 §4). */
async function tellDelivered({ email }: User): Promise<void> {
  if (!email || !(await dropProgress(email))) return
  void toastSuccess(sessionWords.verifiedTitle, sessionWords.verifiedText(email), DELIVERED)
}
