import type { Reader } from '../data/cache-tags.ts'
import { findRow } from '../data/command-error.ts'
import { isAreaOn } from '../shared/areas.ts'
import { isSubjectType, type SubjectType } from '../shared/subjects.ts'
import { toToolPath } from '../tools/tool.ts'
import * as reasonWords from './words/reasons.ts'

/** Content that can be reported, as a visitor sees it. */
export interface Subject {
  type: SubjectType
  id: string
  title: string
  path: string
}

type Found = Pick<Subject, 'id' | 'title' | 'path'>

const READERS: Record<SubjectType, (reader: Reader, id: string) => Promise<Found | null>> = {
  async review({ supabase, tag }, id) {
    const reviews = supabase.from('reviews').select('id, title, tools(id, name)')
    const row = await findRow(reviews.eq('id', id).maybeSingle())
    if (row) tag(`reviews:${row.tools.id}`, `tool:${row.tools.id}`)
    else tag('reviews')
    const title = row && reasonWords.reviewTitle(row.tools.name, row.title)
    return row && { id: row.id, title: title ?? '', path: `/review/${row.id}` }
  },
  async reply({ supabase, tag }, id) {
    const replies = supabase
      .from('review_replies')
      .select('review_id, tool_id, company_id, tools(name), companies(name)')
    const row = await findRow(replies.eq('review_id', id).maybeSingle())
    if (!row) {
      tag('reviews')
      return null
    }
    tag(`reviews:${row.tool_id}`, `tool:${row.tool_id}`, `company:${row.company_id}`)
    const title = reasonWords.replyTitle(row.companies.name, row.tools.name)
    return { id: row.review_id, title, path: `/review/${row.review_id}` }
  },
  async tool({ supabase, tag }, id) {
    const tools = supabase.from('tools').select('id, name, slug')
    const row = await findRow(tools.eq('id', id).maybeSingle())
    tag(row ? `tool:${row.id}` : 'tools')
    return row && { id: row.id, title: row.name, path: toToolPath(row) }
  },
  async launch({ supabase, tag }, id) {
    const launches = supabase.from('product_launches').select('id, tagline, tools(name)')
    const row = await findRow(launches.eq('id', id).maybeSingle())
    tag(row ? `launch:${row.id}` : 'launches', 'tools')
    if (!row?.id) return null
    const title = reasonWords.launchTitle(row.tools?.name, row.tagline ?? '')
    return { id: row.id, title, path: `/launch/${row.id}` }
  },
  async list({ supabase, tag }, id) {
    if (!isAreaOn('lists')) return null
    const row = await findRow(
      supabase.rpc('shown_list', { list: id }).select('id, name').maybeSingle(),
    )
    tag(row ? `list:${row.id}` : 'lists')
    return row && { id: row.id, title: row.name, path: `/list/${row.id}` }
  },
  async profile({ supabase, tag }, id) {
    tag('profiles')
    const profiles = supabase.from('profiles').select('user_id, username')
    const row = await findRow(profiles.eq('user_id', id).maybeSingle())
    if (!row?.user_id || !row.username) return null
    return { id: row.user_id, title: row.username, path: `/user/${row.username}` }
  },
  async company({ supabase, tag }, id) {
    const companies = supabase.from('companies').select('id, name')
    const row = await findRow(companies.eq('id', id).maybeSingle())
    tag(row ? `company:${row.id}` : 'companies')
    return row && { id: row.id, title: row.name, path: `/company/${row.id}` }
  },
}

/**
 * Reads visible content by its type and id, which may come from the URL.
 * @param id of a profile: the user's id
 */
export async function readSubject(
  reader: Reader,
  type: string | null,
  id: string | null,
): Promise<Subject | null> {
  if (!isSubjectType(type) || !id) return null
  const found = await READERS[type](reader, id)
  return found && { type, ...found }
}
