// The shapes of app/data/rpc-results.ts on real answers.
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { RpcResults } from '../../app/data/rpc-results.ts'
import { shareTestBackend } from '../support/backends/backend.ts'
import { addCompany, addReview, addTool } from '../support/backends/content.ts'

const orNull = <T extends z.ZodType>(shape: T) => shape.nullable()
const text = z.string()
const number = z.number()
const row = z.record(text, z.unknown())
const byStars = z.object({ 1: number, 2: number, 3: number, 4: number, 5: number })
const group = z.object({ name: text, reviewers: number })
const point = z.object({ text, mentions: number })
const neighbor = z.object({ id: text, name: text, sort_key: orNull(number) })
const figures = z.record(text, orNull(number))
const caseAppeal = z.object({
  number,
  statement: orNull(text),
  revised_content: orNull(row),
  status: z.enum(['open', 'upheld', 'reversed']),
  created_at: text,
  by_author: z.boolean(),
})

const claimCheck = z.object({
  status: z.enum(['open', 'granted', 'refused', 'expired']),
  detail: orNull(text),
})

const SHAPES: Readonly<{ [Name in keyof RpcResults]: z.ZodType<RpcResults[Name]> }> = {
  admin_overview: z.object({
    open_reports: number,
    oldest_report_at: orNull(text),
    pending_posts: number,
    failed_emails: number,
  }),
  check_tool_claim: claimCheck,
  claim_emails: z
    .array(z.object({ id: number, kind: text, address: orNull(text), data: z.json() }))
    .nonempty(),
  download_my_data: z.json(),
  dump_page: z.object({ rows: number, next: orNull(text), lines: text, made_at: text }),
  explain_rank: z.object({
    rank: orNull(number),
    sort_key: orNull(number),
    terms: z.array(z.object({ name: text, value: number })).nonempty(),
    above: orNull(neighbor),
    below: orNull(neighbor),
  }),
  get_unsubscription: z.object({ kind: text, is_stopped: z.boolean() }),
  import_keys: z
    .array(
      z.object({
        row: number,
        tool: orNull(text),
        website: orNull(text),
        slug: orNull(text),
        name: orNull(text),
        name_slug: orNull(text),
      }),
    )
    .nonempty(),
  import_tools: z
    .array(
      z.object({
        row: number,
        outcome: z.enum(['created', 'updated', 'unchanged', 'duplicate', 'invalid']),
        tool: orNull(text),
        message: orNull(text),
      }),
    )
    .nonempty(),
  maker_stats: z.object({
    answered: number,
    median_days: orNull(number),
    reports: z.array(z.object({ rating: number, made: number, upheld: number })),
    invited: z.object({ reviews: number, mean: orNull(number) }),
    others: z.object({ reviews: number, mean: orNull(number) }),
  }),
  merge_preview: z.object({
    reviews: number,
    launches: number,
    edits: number,
    addresses: number,
    duplicates: z
      .array(
        z.object({
          username: text,
          source_rating: number,
          target_rating: number,
          removed: z.enum(['source', 'target']),
        }),
      )
      .nonempty(),
  }),
  moderation_counts: z.object({
    queue: number,
    reports: number,
    pending: number,
    appeals: number,
    edits: number,
    claims: number,
  }),
  moderation_subject: z.object({
    content: z.looseObject({
      is_removed: z.boolean(),
      removed_by: orNull(number),
      author: z.object({
        user_id: text,
        username: text,
        is_suspended: z.boolean(),
        is_staff: z.boolean(),
        is_exempt: z.boolean(),
      }),
      tool: z.object({ id: text, name: text, slug: text.optional() }),
    }),
    reports: z
      .array(
        z.object({
          number,
          reason: text,
          details: orNull(text),
          good_faith: z.boolean(),
          status: z.enum(['open', 'resolved', 'withdrawn']),
          created_at: text,
          decision: orNull(number),
          snapshot: orNull(row),
          reporter: orNull(text),
          maker: orNull(text),
        }),
      )
      .nonempty(),
    decisions: z
      .array(
        z.object({
          number,
          decided_at: text,
          action: text,
          reason: orNull(text),
          legal_basis: orNull(text),
          explanation: orNull(text),
          expires_at: orNull(text),
          detected_by: text,
          reverses: orNull(number),
          appeal_outcome: orNull(z.enum(['upheld', 'reversed'])),
          decided_by: orNull(text),
          appeals: z.array(caseAppeal).nonempty(),
        }),
      )
      .nonempty(),
    notes: z
      .array(z.object({ id: number, note: text, author: orNull(text), created_at: text }))
      .nonempty(),
    is_party: z.boolean(),
    choices: z
      .array(
        z.enum([
          'keep',
          'restore',
          'restore_and_exempt',
          'remove',
          'remove_and_suspend',
          'warn',
          'suspend',
          'unsuspend',
          'remove_all_content',
          'premoderate_reviews',
          'end_premoderation',
        ]),
      )
      .nonempty(),
    restore_refusal: orNull(text),
  }),
  my_moderation_decisions: z
    .array(
      z.object({
        number,
        decided_at: text,
        subject_type: text,
        action: text,
        reason: orNull(text),
        explanation: orNull(text),
        expires_at: orNull(text),
        content: z.object({ title: text, content: text, pros: z.array(text), cons: z.array(text) }),
        appeal_until: text,
      }),
    )
    .nonempty(),
  profile_figures: figures,
  record_claim_check: claimCheck,
  report_status: z.object({ status: text, resolved_at: orNull(text), decision: orNull(number) }),
  site_settings: z.object({
    premoderate_first_posts: number,
    premoderate_links: z.boolean(),
    new_account_hours: number,
    word_filter: z.array(z.object({ text, action: z.enum(['hold', 'reject']) })),
    daily_limit_tools: number,
    daily_limit_reviews: number,
    daily_limit_launches: number,
    daily_limit_votes: number,
    daily_limit_follows: number,
    daily_limit_edits: number,
    daily_limit_lists: number,
    require_staff_2fa: z.boolean(),
    invite_only: z.boolean(),
    blocked_email_domains: z.array(text),
    ai_crawlers: z.enum(['allow', 'deny']),
    open_review_texts: z.boolean(),
  }),
  submit_report: z.object({ number, key: text }),
  start_tool_claim: z.object({
    claim: text,
    token: text,
    dns_name: orNull(text),
    file_url: orNull(text),
    meta: orNull(text),
  }),
  tool_figures: figures,
  tool_insight: z.object({
    months: z.array(z.object({ month: text, reviews: number, average: number })).nonempty(),
    roles: z.array(group).nonempty(),
    sizes: z.array(group),
    counted: z.object({ roles: number, sizes: number }),
  }),
  tool_rating_estimate: z.object({ counted: number, low: orNull(number), high: orNull(number) }),
  tool_review_stats: z.object({
    reviews: number,
    mean: orNull(number),
    low: orNull(number),
    high: orNull(number),
    distribution: byStars,
  }),
  tool_review_summary: z.object({
    distribution: byStars,
    said_by: number,
    pros: z.array(point).nonempty(),
    cons: z.array(point),
  }),
  transparency_figures: z.object({
    year: number,
    reports: z
      .array(
        z.object({
          reason: z.string(),
          source: z.enum(['visitor', 'member', 'maker']),
          reports: number,
        }),
      )
      .nonempty(),
    decisions: z
      .array(z.object({ action: z.string(), reason: orNull(z.string()), decisions: number }))
      .nonempty(),
    hours: z
      .array(z.object({ rating: number, decisions: number, median_hours: orNull(number) }))
      .length(5),
    appeals: z.object({
      open: number,
      resolved: number,
      reversed: number,
      share_reversed: orNull(number),
    }),
    automatic: z.object({ decisions: number, automatic: number, share: orNull(number) }),
    suspensions: number,
  }),
  trust_figures: z.object({
    tools: number,
    reviews: number,
    reviewers: number,
    people: number,
    experts: number,
    signed_reviews: number,
    average: number,
    average_lately: orNull(number),
    average_before: orNull(number),
    distribution: byStars,
    signed_percent: orNull(number),
    job_percent: orNull(number),
    positive_percent: orNull(number),
    distribution_percent: byStars,
    quality: number,
    growth_percent: orNull(number),
  }),
  understand_query: z.object({
    text,
    capabilities: z.array(text),
    pricing: orNull(text),
    platform: orNull(text),
    license: orNull(text),
    facts: z
      .array(
        z.object({ kind: z.enum(['pricing', 'platform', 'license']), value: text, words: text }),
      )
      .nonempty(),
    alternatives_to: orNull(text),
    compare: z.array(text),
    corrected: orNull(text),
    ignored: z.array(text).nonempty(),
  }),
  unsubscribe: z.object({ kind: text, previous: z.record(text, orNull(text)) }),
}

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

async function startClaim(): Promise<string> {
  const { data } = await author.client.rpc('start_tool_claim', { tool, company }).throwOnError()
  return data.claim
}

const ROWS = [{ row: 1, name: 'Cup', description: 'Holds tea.', category: 'HR' }]
const CALLS: { [Name in keyof RpcResults]: () => PromiseLike<{ data: unknown }> } = {
  admin_overview: () => staff.client.rpc('admin_overview').throwOnError(),
  check_tool_claim: async () =>
    author.client.rpc('check_tool_claim', { claim: await startClaim() }).throwOnError(),
  claim_emails: () => service.rpc('claim_emails', { n: 1 }).throwOnError(),
  download_my_data: () => author.client.rpc('download_my_data').throwOnError(),
  dump_page: () => service.rpc('dump_page', { dumped: 'tools', how_many: 1 }).throwOnError(),
  explain_rank: () =>
    author.client
      .rpc('explain_rank', { list: 'tools', subject: tool, sort: 'rating-desc' })
      .throwOnError(),
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
  record_claim_check: async () =>
    service
      .rpc('record_claim_check', { claim: await startClaim(), found: false, detail: 'no file' })
      .throwOnError(),
  report_status: () => backend.createClient().rpc('report_status', report).throwOnError(),
  site_settings: () => staff.client.rpc('site_settings').throwOnError(),
  submit_report: () => Promise.resolve({ data: report }),
  start_tool_claim: () => author.client.rpc('start_tool_claim', { tool, company }).throwOnError(),
  tool_figures: () => author.client.rpc('tool_figures', { tool }).throwOnError(),
  tool_insight: () => author.client.rpc('tool_insight', { tool }).throwOnError(),
  tool_rating_estimate: () => author.client.rpc('tool_rating_estimate', { tool }).throwOnError(),
  tool_review_stats: () => author.client.rpc('tool_review_stats', { tool }).throwOnError(),
  tool_review_summary: () => author.client.rpc('tool_review_summary', { tool }).throwOnError(),
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
  const [row] = await backend.db.asOwner(
    "select private.create_unsubscribe_token($1, 'reply') as token",
    [author.id],
  )
  return { token: String(row?.token) }
}

test.each(Object.entries<z.ZodType>(SHAPES))('%s returns its shape', async (name, shape) => {
  const { data } = await CALLS[name as keyof RpcResults]()
  expect(shape.safeParse(data).error).toBeUndefined()
})
