import { plainMessage } from '../data/plain-message.ts'
import { getSupabase } from '../data/session.ts'
import type { Company } from './company.ts'
import { COMPANY_COLUMNS } from './company.ts'
import { type CompanyInput, rowOf } from './company-schema.ts'

/** What to say when a change of a company failed (spec 1 §8). */
export interface Refusal {
  title: string
  text: string
}

type Failed = { code: string; message: string }

const refusal = (title: string, error: Failed): Refusal => ({
  title,
  text: plainMessage(error) || 'An unexpected error occurred. Please try again.',
})

/** Its creator becomes its admin and member (spec 1 §4). */
export async function createCompany(
  userId: string,
  input: CompanyInput,
): Promise<Refusal | undefined> {
  const supabase = await getSupabase()
  const { data, error } = await supabase
    .from('companies')
    .insert(rowOf(input))
    .select('id')
    .single()
  if (error) return refusal('Error creating company', error)
  const membership = await supabase
    .from('company_members')
    .insert({ company_id: data.id, user_id: userId, role: 'admin', is_admin: true })
  return membership.error ? refusal('Error adding user to company', membership.error) : undefined
}

export async function joinCompany(userId: string, companyId: string): Promise<Refusal | undefined> {
  const supabase = await getSupabase()
  const { error } = await supabase
    .from('company_members')
    .insert({ company_id: companyId, user_id: userId, role: 'member', is_admin: false })
  // To be a member already is what was wished for.
  return error && error.code !== '23505' ? refusal('Error joining company', error) : undefined
}

/** One's own leaving, or an admin's removal of another. */
export async function removeMember(
  companyId: string,
  userId: string,
): Promise<Refusal | undefined> {
  const supabase = await getSupabase()
  const { error } = await supabase
    .from('company_members')
    .delete()
    .eq('company_id', companyId)
    .eq('user_id', userId)
  return error ? refusal('Error', error) : undefined
}

export async function updateCompany(
  companyId: string,
  change: CompanyInput | { logo_url: string | null },
): Promise<Refusal | undefined> {
  const supabase = await getSupabase()
  const { error } = await supabase
    .from('companies')
    .update('name' in change ? rowOf(change) : change)
    .eq('id', companyId)
    .select('id')
    .single()
  return error ? refusal('Error updating company', error) : undefined
}

/** The most companies that a search finds (spec 1 §9). */
const FOUND_MAX = 10

/** Companies whose name or domain has these letters, whatever their case. */
export async function searchCompanies(words: string, signal: AbortSignal): Promise<Company[]> {
  const supabase = await getSupabase()
  // The pattern's own signs are letters here, and quotes keep commas inside.
  const pattern = `"%${words.replaceAll(/[%_\\]/g, '\\$&').replaceAll(/["\\]/g, '\\$&')}%"`
  const { data, error } = await supabase
    .from('companies')
    .select(COMPANY_COLUMNS)
    .or(`name.ilike.${pattern},domain.ilike.${pattern}`)
    .order('followers_count', { ascending: false })
    .limit(FOUND_MAX)
    .abortSignal(signal)
  if (error) throw new Error(error.message)
  return data
}
