import { sendCommand } from '../data/command.ts'
import { ignoreConflict } from '../data/command-error.ts'
import { getSupabase } from '../session/session.ts'
import type { Company } from './company.ts'
import { COMPANY_COLUMNS } from './company.ts'
import { type CompanyInput, toRow } from './company-fields.tsx'

/**
 * @returns the company's id. The database has made the founder its admin (`record_founder`), so it
 *   ignores the request of `addAdmin`, which the specification names
 * @throws {CommandError}
 */
export async function createCompany(input: CompanyInput): Promise<string> {
  const companies = (await getSupabase()).from('companies')
  const { id } = await sendCommand(companies.insert(toRow(input)).select('id').single())
  return id
}

/**
 * Makes the creator of a company its admin and first member (spec 1 §4).
 * @throws {CommandError}
 */
export async function addAdmin(companyId: string, userId: string): Promise<void> {
  const members = (await getSupabase()).from('company_members')
  await sendCommand(
    members.insert({ company_id: companyId, user_id: userId, role: 'admin', is_admin: true }),
  )
}

/** @throws {CommandError} */
export async function joinCompany(userId: string, companyId: string): Promise<void> {
  const members = (await getSupabase()).from('company_members')
  await sendCommand(
    members.insert({ company_id: companyId, user_id: userId, role: 'member', is_admin: false }),
  ).catch(ignoreConflict)
}

/**
 * Members remove themselves; an admin removes others.
 * @throws {CommandError}
 */
export async function removeMember(companyId: string, userId: string): Promise<void> {
  const members = (await getSupabase()).from('company_members')
  await sendCommand(members.delete().eq('company_id', companyId).eq('user_id', userId))
}

/** @throws {CommandError} */
export async function updateCompany(
  companyId: string,
  change: CompanyInput | { logo_url: string | null },
): Promise<void> {
  const companies = (await getSupabase()).from('companies')
  const row = 'name' in change ? toRow(change) : change
  await sendCommand(companies.update(row).eq('id', companyId).select('id').single())
}

/** @throws {CommandError} */
export async function confirmMember(
  company: string,
  member: string,
  confirmed: boolean,
): Promise<void> {
  const supabase = await getSupabase()
  await sendCommand(supabase.rpc('confirm_company_member', { company, member, confirmed }))
}

/** A search finds at most this many companies (spec 1 §9). */
const FOUND_MAX = 10

/** Companies whose name or domain contains the text, in any case. */
export async function searchCompanies(words: string, signal: AbortSignal): Promise<Company[]> {
  const supabase = await getSupabase()
  // Wildcards are escaped for LIKE, then quotes for PostgREST's list.
  const pattern = `"%${words.replaceAll(/[%_\\]/g, '\\$&').replaceAll(/["\\]/g, '\\$&')}%"`
  const { data } = await supabase
    .from('companies')
    .select(COMPANY_COLUMNS)
    .or(`name.ilike.${pattern},domain.ilike.${pattern}`)
    .order('followers_count', { ascending: false })
    .order('id')
    .limit(FOUND_MAX)
    .abortSignal(signal)
    .throwOnError()
  return data
}
