// Real answers have the shapes of app/data/rpc-results.ts.
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { RPC_RESULTS, type RpcResults } from '../../app/data/rpc-results.ts'
import { shareTestBackend } from '../support/backends/backend.ts'
import { addCompany, addReview, addTool } from '../support/backends/content.ts'

const EXPLANATION = 'It advertises another product and says nothing about this one.'
const backend = await shareTestBackend()
const author = await backend.createMember({ username: 'ana' })
const staff = await backend.createMember({ username: 'mona' })
const { service } = backend

await service.rpc('set_staff_role', { username: 'mona', role: 'admin' }).throwOnError()
const tool = await addTool(author, { name: 'Kettle' })
const company = await addCompany(author, 'Pots')
for (let index = 0; index < 5; index++) {
  const reviewer = await backend.createMember()
  await reviewer.client
    .from('profiles')
    .update({ profile_visibility: 'public' })
    .eq('user_id', reviewer.id)
    .throwOnError()
  await addReview(reviewer, tool, { pros: ['Fast'] })
}
await addReview(author, tool, { pros: ['Fast'] })
/** A review that is removed after a report; its author appeals. */
const review = await addReview(author, await addTool(author, { name: 'Teapot' }))
const subject = { subject_type: 'review', subject_id: review }
const { data: report } = await backend
  .createClient()
  .rpc('submit_report', {
    ...subject,
    reason: 'spam',
    reporter_name: 'Ben',
    reporter_email: 'ben@people.example',
  })
  .throwOnError()
await staff.client.rpc('add_moderator_note', { ...subject, note: 'I have asked.' }).throwOnError()
const { data: decision } = await staff.client
  .rpc('moderate', { ...subject, action: 'remove', reason: 'spam', explanation: EXPLANATION })
  .throwOnError()
await author.client.rpc('submit_appeal', { decision, statement: EXPLANATION }).throwOnError()

await service
  .rpc('save_attribute', { key: 'gdpr', label: 'GDPR', kind: 'yes_no', in_filter: true })
  .throwOnError()
await service
  .from('tool_facts')
  .insert({ tool_id: tool, more: { gdpr: true }, repository_url: 'https://git.example/a/b' })
  .throwOnError()
const { data: source } = await service
  .from('fact_sources')
  .select('id')
  .eq('kind', 'repository')
  .single()
  .throwOnError()
const { data: site } = await service
  .from('fact_sources')
  .insert({ tool_id: tool, kind: 'site', address: 'https://kettle.example', priority: 50 })
  .select('id')
  .single()
  .throwOnError()
await service
  .rpc('record_read', { source: site.id, outcome: 'ok', values: { is_archived: true } })
  .throwOnError()
await service.rpc('record_read', { source: site.id, outcome: 'failed' }).throwOnError()
const READ = { last_commit_on: '2026-01-02', stars: 5, license: 'MIT' }
await service.rpc('record_read', { source: source.id, outcome: 'ok', values: READ }).throwOnError()

async function startClaim(): Promise<string> {
  const { data } = await author.client.rpc('start_tool_claim', { tool, company }).throwOnError()
  return data.claim
}

const ROWS = [{ row: 1, name: 'Cup', description: 'Holds tea.', category: 'HR' }]
const CALLS: { [Name in keyof RpcResults]: () => PromiseLike<{ data: unknown }> } = {
  admin_overview: () => staff.client.rpc('admin_overview').throwOnError(),
  attribute_filters: () => author.client.rpc('attribute_filters').throwOnError(),
  check_tool_claim: async () =>
    author.client.rpc('check_tool_claim', { claim: await startClaim() }).throwOnError(),
  claim_emails: () => service.rpc('claim_emails', { n: 1 }).throwOnError(),
  download_my_data: () => author.client.rpc('download_my_data').throwOnError(),
  dump_page: () => service.rpc('dump_page', { dumped: 'tools', how_many: 1 }).throwOnError(),
  explain_rank: () =>
    author.client
      .rpc('explain_rank', { list: 'tools', subject: tool, sort: 'rating-desc' })
      .throwOnError(),
  fact_freshness: () => author.client.rpc('fact_freshness').throwOnError(),
  fact_origins: () => author.client.rpc('fact_origins', { tool }).throwOnError(),
  fact_status: () => service.rpc('fact_status').throwOnError(),
  get_unsubscription: async () =>
    backend
      .createClient()
      .rpc('get_unsubscription', await readToken())
      .throwOnError(),
  import_keys: () => service.rpc('import_keys', { rows: ROWS }).throwOnError(),
  import_tools: () => service.rpc('import_tools', { rows: ROWS, dry_run: true }).throwOnError(),
  maker_stats: () => author.client.rpc('maker_stats', { tool }).throwOnError(),
  merge_preview: async () => {
    // Two reviews of one author collide.
    const target = await addTool(author)
    await addReview(author, target)
    return staff.client.rpc('merge_preview', { source: tool, target }).throwOnError()
  },
  moderation_counts: () => staff.client.rpc('moderation_counts').throwOnError(),
  moderation_subject: () =>
    staff.client
      .rpc('moderation_subject', { subject_type: 'review', subject_id: review })
      .throwOnError(),
  my_moderation_decisions: () => author.client.rpc('my_moderation_decisions').throwOnError(),
  profile_figures: () => author.client.rpc('profile_figures', { username: 'ana' }).throwOnError(),
  rating_prior: () => author.client.rpc('rating_prior').throwOnError(),
  record_claim_check: async () =>
    service
      .rpc('record_claim_check', { claim: await startClaim(), found: false, detail: 'no file' })
      .throwOnError(),
  report_status: () => backend.createClient().rpc('report_status', report).throwOnError(),
  search_page: () =>
    author.client
      .rpc('search_page', { query: 'kettle xylophone abandonware', sort: 'relevance' })
      .throwOnError(),
  source_catalog: async () => {
    const options = [{ value: 'clay', label: 'Clay' }]
    const topics = {
      categories: [{ slug: 'garden', name: 'Garden' }],
      capabilities: [{ slug: 'dig', name: 'Dig', category: 'Garden' }],
      attributes: [{ key: 'clay', label: 'Earth', kind: 'choice', options }],
    }
    await service.rpc('add_source_topics', { topics }).throwOnError()
    return service.rpc('source_catalog').throwOnError()
  },
  site_settings: () => staff.client.rpc('site_settings').throwOnError(),
  submit_report: () => Promise.resolve({ data: report }),
  start_tool_claim: () => author.client.rpc('start_tool_claim', { tool, company }).throwOnError(),
  tool_figures: () => author.client.rpc('tool_figures', { tool }).throwOnError(),
  tool_insight: () => author.client.rpc('tool_insight', { tool }).throwOnError(),
  tool_rating_estimate: () => author.client.rpc('tool_rating_estimate', { tool }).throwOnError(),
  tool_review_stats: () => author.client.rpc('tool_review_stats', { tool }).throwOnError(),
  tool_review_summary: () => author.client.rpc('tool_review_summary', { tool }).throwOnError(),
  tool_vitality: () => author.client.rpc('tool_vitality', { tool }).throwOnError(),
  track_changes: () => author.client.rpc('track_changes').throwOnError(),
  transparency_figures: () =>
    author.client
      .rpc('transparency_figures', { of_year: new Date().getUTCFullYear() })
      .throwOnError(),
  trust_figures: () => author.client.rpc('trust_figures').throwOnError(),
  understand_query: () =>
    author.client.rpc('understand_query', { query: 'best free kettle for mac' }).throwOnError(),
  unsubscribe: async () =>
    backend
      .createClient()
      .rpc('unsubscribe', await readToken())
      .throwOnError(),
}

async function readToken(): Promise<{ token: string }> {
  const [row] = await backend.db
    .asOwner`select private.create_unsubscribe_token(${author.id}, 'reply') as token`
  return { token: String(row?.token) }
}

/** An empty list proves nothing about its items, so only these may be empty. */
const EMPTY_LISTS = [
  ...['maker_stats.reports', 'tool_insight.sizes', 'tool_review_summary.cons'],
  ...['understand_query.capabilities', 'understand_query.compare', 'merge_preview.makers'],
  ...[
    'understand_query.unknown',
    'understand_query.without',
    'search_page.understood.capabilities',
  ],
  ...['search_page.understood.compare', 'search_page.understood.facts', 'search_page.tools'],
  ...['search_page.understood.ignored', 'search_page.understood.without', 'search_page.parts'],
  'source_catalog.attributes.0.options',
  ...['site_settings.word_filter', 'site_settings.blocked_email_domains'],
]

/** Columns of content, which have no shape here. */
const OF_ROWS = /^download_my_data\.|\.(content|snapshot|revised_content)\./

/** The paths of lists without items. */
function findEmptyLists(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value) && value.length === 0) return OF_ROWS.test(path) ? [] : [path]
  return Object.entries(value).flatMap(([key, part]) => findEmptyLists(part, `${path}.${key}`))
}

test.each(Object.entries<z.ZodType>(RPC_RESULTS))('%s returns its shape', async (name, shape) => {
  const { data } = await CALLS[name as keyof RpcResults]()
  expect(shape.safeParse(data).error).toBeUndefined()
  expect(EMPTY_LISTS).toEqual(expect.arrayContaining(findEmptyLists(shape.parse(data), name)))
})
