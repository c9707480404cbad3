import type { SupabaseClient, User } from '@supabase/supabase-js'
import type { Database } from '../../data/database.types.ts'
import { joinSavedTools } from '../../session/saved-tools.ts'
import { toastFailure, toastSuccess } from '../../ui/feedback/toast.ts'
import { forgetMail } from '../requested-links.ts'
import { recordSession } from '../sign-out.ts'
import { removeProgress } from '../sign-up/verification.ts'
import * as signInWords from '../words.ts'

/** Spec 1 §9. */
const DELIVERED_MS = 5000

/** @param isByLink a mailed link has signed in: the form, which notes its own sign-ins, was not used */
export async function onSignedIn(
  supabase: SupabaseClient<Database>,
  user: User,
  isByLink: boolean,
): Promise<void> {
  if (user.email_confirmed_at) {
    await reportDelivery(user)
    if (user.email) await forgetMail(user.email)
  }
  if (isByLink) await recordSession(supabase, 'sign_in')
  toastFailure(joinSavedTools(supabase))
}

/** The first sign-in with a confirmed address shows that the mail was delivered (spec 1 §4). */
async function reportDelivery({ email }: User): Promise<void> {
  if (!email || !(await removeProgress(email))) return
  void toastSuccess(signInWords.verifiedTitle, signInWords.verifiedText(email), DELIVERED_MS)
}
