import { getSupabase } from '../data/session.ts'
import { toastError, toastSuccess } from '../ui/toast.ts'
import { noteSession } from './audit.ts'

/** @returns whether the session ended; says so either way (spec 1 §8) */
export async function signOut(): Promise<boolean> {
  const supabase = await getSupabase()
  await noteSession(supabase, 'sign_out')
  const { error } = await supabase.auth.signOut()
  if (error) {
    await toastError('Error', 'Failed to sign out. Please try again.')
    return false
  }
  await toastSuccess('Signed out', 'You have been successfully signed out.')
  return true
}
