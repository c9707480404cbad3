import type { Reader } from '../data/cache-tags.ts'
import { sendCommand } from '../data/command.ts'
import { findRow, ignoreConflict } from '../data/command-error.ts'
import type { Database } from '../data/database.types.ts'
import { queries, useRead } from '../data/query.ts'
import { callFunction } from '../session/call-function.ts'
import { getReader, getSupabase } from '../session/session.ts'
import { isAreaOn } from '../shared/areas.ts'
import { readRows } from '../tools/describe-facts.ts'
import type { CardTool } from '../tools/tool.ts'
import { type CompanyInput, toRow } from './company-fields.tsx'

export type Company = Omit<
  Database['public']['Tables']['companies']['Row'],
  'created_by' | 'created_at' | 'can_be_managed'
>

export const COMPANY_COLUMNS =
  'id, name, logo_url, verified, website, domain, size, industry, description, followers_count' as const

/** @param id from the URL; a text that is not a UUID returns null */
export async function readCompany({ supabase, tag }: Reader, id: string): Promise<Company | null> {
  const data = await findRow(
    supabase.from('companies').select(COMPANY_COLUMNS).eq('id', id).maybeSingle(),
  )
  tag(data ? `company:${data.id}` : 'companies')
  return data
}

/** The tools that the company makes, the most reviewed first. */
export async function readMadeTools(reader: Reader, companyId: string): Promise<CardTool[]> {
  const { data } = await reader.supabase
    .from('tool_makers')
    .select('tool_id, tools(review_count)')
    .eq('company_id', companyId)
    .eq('is_paused', false)
    .throwOnError()
  reader.tag(...data.map(({ tool_id }) => `tool:${tool_id}` as const))
  const ids = data
    .toSorted((a, b) => (b.tools?.review_count ?? 0) - (a.tools?.review_count ?? 0))
    .map(({ tool_id }) => ({ id: tool_id }))
  return readRows(reader, ids)
}

export interface Member {
  user_id: string
  /** Whether the member acts for the company as the maker of its tools. */
  is_confirmed: boolean
  role: string
  is_admin: boolean
  created_at: string
  profiles: {
    username: string | null
    first_name: string | null
    last_name: string | null
    avatar_url: string | null
    job_title: string | null
  } | null
}

/** A company's page lists at most this many members. */
export const MEMBERS_SHOWN = 100

/** Admins first. Private members are visible to the company's admins only. */
export async function readMembers({ supabase, tag }: Reader, companyId: string): Promise<Member[]> {
  tag('company-members', 'profiles')
  const { data } = await supabase
    .from('company_members')
    .select(
      'user_id, role, is_admin, is_confirmed, created_at, profiles(username, first_name, last_name, avatar_url, job_title)',
    )
    .eq('company_id', companyId)
    .order('is_admin', { ascending: false })
    .order('created_at')
    .order('user_id')
    .limit(MEMBERS_SHOWN)
    .throwOnError()
  return data
}

/** As the viewer sees them. @param companyId undefined until it is known */
export const useMembers = (companyId: string | undefined, userId: string) =>
  useRead(
    ['members', companyId, userId],
    async () => readMembers(await getReader(), companyId ?? ''),
    { enabled: companyId !== undefined },
  )

export interface OwnCompany {
  company: Company
  role: string
  isAdmin: boolean
  /** Whether the viewer is an admin who can change the company and its members. */
  canManage: boolean
}

const toQueryKey = (userId: string) => ['own company', userId]

/** The viewer's company; null without one. */
export function useOwnCompany(userId: string) {
  return useRead(toQueryKey(userId), () => readOwnCompany(userId), {
    enabled: isAreaOn('companies'),
  })
}

/** To be called after the viewer joined, left or changed it. */
export const refreshOwnCompany = (userId: string) =>
  queries.invalidateQueries({ queryKey: toQueryKey(userId) })

async function readOwnCompany(userId: string): Promise<OwnCompany | null> {
  const reader = await getReader()
  const { data } = await reader.supabase
    .rpc('get_user_company', { user_uuid: userId })
    .throwOnError()
  const [membership] = data
  if (!membership) return null
  const [company, found] = await Promise.all([
    readCompany(reader, membership.company_id),
    findRow(
      reader.supabase
        .from('companies')
        .select('can_be_managed')
        .eq('id', membership.company_id)
        .maybeSingle(),
    ),
  ])
  const canManage = found?.can_be_managed === true
  return company && { company, role: membership.user_role, isAdmin: membership.is_admin, canManage }
}

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
  await callFunction('confirm_company_member', { company, member, confirmed })
}

/** A search finds at most this many companies (spec 1 §7). */
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
