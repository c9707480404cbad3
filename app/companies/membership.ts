import { plainMessage } from '../data/plain-message.ts'
import type { Refusal } from '../data/refusal.ts'
import { getSupabase } from '../data/session.ts'
import * as dataWords from '../data/words.ts'
import * as uiWords from '../ui/words.ts'
import type { Company } from './company.ts'
import { COMPANY_COLUMNS } from './company.ts'
import { type CompanyInput, rowOf } from './company-schema.ts'
import * as companyWords from './words.ts'

/** @param title what was tried (spec 1 §8) */
const refusal = (
  title: string,
  { error, status }: { error: { code: string; message: string }; status: number },
): Refusal => ({
  kind: status === 401 ? 'signed-out' : 'other',
  title,
  text: plainMessage(error) || dataWords.failureUnexpected,
})

/** Its creator becomes its admin and member (spec 1 §4). */
export async function createCompany(
  userId: string,
  input: CompanyInput,
): Promise<Refusal | undefined> {
  const supabase = await getSupabase()
  const { data, error, status } = await supabase
    .from('companies')
    .insert(rowOf(input))
    .select('id')
    .single()
  if (error) return refusal(companyWords.failedCreate, { error, status })
  const membership = await supabase
    .from('company_members')
    .insert({ company_id: data.id, user_id: userId, role: 'admin', is_admin: true })
  return membership.error ? refusal(companyWords.failedAddUser, membership) : undefined
}

export async function joinCompany(userId: string, companyId: string): Promise<Refusal | undefined> {
  const supabase = await getSupabase()
  const { error, status } = await supabase
    .from('company_members')
    .insert({ company_id: companyId, user_id: userId, role: 'member', is_admin: false })
  // To be a member already is what was wished for.
  return error && error.code !== '23505'
    ? refusal(companyWords.failedJoin, { error, status })
    : undefined
}

/** One's own leaving, or an admin's removal of another. */
export async function removeMember(
  companyId: string,
  userId: string,
): Promise<Refusal | undefined> {
  const supabase = await getSupabase()
  const { error, status } = await supabase
    .from('company_members')
    .delete()
    .eq('company_id', companyId)
    .eq('user_id', userId)
  return error ? refusal(uiWords.error, { error, status }) : undefined
}

export async function updateCompany(
  companyId: string,
  change: CompanyInput | { logo_url: string | null },
): Promise<Refusal | undefined> {
  const supabase = await getSupabase()
  const { error, status } = await supabase
    .from('companies')
    .update('name' in change ? rowOf(change) : change)
    .eq('id', companyId)
    .select('id')
    .single()
  return error ? refusal(companyWords.failedUpdate, { error, status }) : undefined
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
    .order('id')
    .limit(FOUND_MAX)
    .abortSignal(signal)
  if (error) throw new Error(error.message)
  return data
}
