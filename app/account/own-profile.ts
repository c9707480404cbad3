import { getSupabase } from '../data/session.ts'

export interface OwnProfile {
  username: string | null
  first_name: string | null
  last_name: string | null
  job_title: string | null
  company_name: string | null
  account_type: string | null
}

/** @throws when the backend cannot be reached */
export async function readOwnProfile(userId: string): Promise<OwnProfile | undefined> {
  const supabase = await getSupabase()
  const { data, error } = await supabase
    .from('profiles')
    .select('username, first_name, last_name, job_title, company_name, account_type')
    .eq('user_id', userId)
    .maybeSingle()
  if (error) throw error
  return data ?? undefined
}

/** First and last name joined, else username, else e-mail (spec 1 §3). */
export function displayName(
  profile: Pick<OwnProfile, 'username' | 'first_name' | 'last_name'> | undefined,
  email: string | undefined,
): string {
  const full = [profile?.first_name, profile?.last_name].filter(Boolean).join(' ')
  return full || profile?.username || email || 'User'
}
