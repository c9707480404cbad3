import { z } from 'zod'

// The results of functions that return JSON, which the schema of the database does not describe. The screens import
// types alone, so that no screen loads zod for them.

const text = z.string()
const number = z.number()
const boolean = z.boolean()

/** A part of a table of the open data (spec 8 §3). */
const dumpPage = z.object({
  rows: number,
  /** For the page after it; null if there is none. */
  next: text.nullable(),
  /** A JSON object in each. */
  lines: text,
  /** When the dump began, by the clock of the database. */
  made_at: text,
})
export type DumpPage = z.infer<typeof dumpPage>

/** Emails that were stopped. */
const unsubscribed = z.object({
  kind: text,
  /** By kind what was chosen before; null is the default. It undoes the stop. */
  previous: z.record(text, text.nullable()),
})

/** What a check of a claim found. */
const claimCheck = z.object({
  status: z.enum(['open', 'granted', 'refused', 'expired']),
  /** Null while a check is under way, and before the first one. */
  detail: text.nullable(),
})
export type ClaimCheck = z.infer<typeof claimCheck>

/** The attributes that lists filter by, with the options that a tool has. */
const attributeFilters = z.array(
  z.object({
    key: text,
    label: text,
    kind: text,
    unit: text,
    options: z.array(z.object({ value: text, label: text })),
  }),
)

/** A fact with its source and day, or its author (spec 10 §2). */
const factOrigin = z.object({
  field: text,
  value: z.union([text, number, boolean, z.array(text)]),
  /** Null of what was listed with the tool. */
  by: z.enum(['source', 'maker', 'member']).nullable(),
  /** Of the source. */
  kind: text.nullable(),
  address: text.nullable(),
  /** When the source was last read, or the edit was accepted, as "yyyy-MM-dd". */
  read_on: text.nullable(),
  is_recorded: boolean,
})
export type FactOrigin = z.infer<typeof factOrigin>

/** By field: how many tools have it, and of how many it was confirmed within its due time. */
const factFreshness = z.record(text, z.object({ tools: number, confirmed: number, failed: number }))
export type FactFreshness = z.infer<typeof factFreshness>

/** A change of a tool (spec 10 §5). */
const trackedChange = z.object({
  tool_id: text,
  name: text,
  slug: text,
  /** Of the edit in the history of the tool. */
  number,
  kind: z.enum(['price', 'license', 'archived', 'discontinued', 'major_version', 'back_to_life']),
  field: text,
  before: z.json(),
  after: z.json(),
  changed_at: text,
  /** The kind of the source; null of a person's edit. */
  by_source: text.nullable(),
  source_url: text.nullable(),
  after_row: text,
})

/** The sources of facts of a site, for its operator. */
const factStatus = z.object({
  sources: number,
  read: number,
  due: number,
  failing: number,
  hosts: z.array(
    z.object({ host: text, sources: number, read: number, due: number, failing: number }),
  ),
  problems: z.array(
    z.object({
      /** Its slug. */
      tool: text,
      kind: text,
      address: text,
      failures: number,
      problem: text,
      due_at: text,
    }),
  ),
})
export type FactStatus = z.infer<typeof factStatus>

const vitality = z.object({
  state: z.enum(['active', 'quiet', 'dormant', 'archived', 'discontinued', 'unknown']),
  terms: z.array(factOrigin),
})
export type Vitality = z.infer<typeof vitality>

/** What the maker of a tool does with its reviews. */
const makerStats = z.object({
  /** The share of reviews with a reply. */
  answered: number,
  median_days: number.nullable(),
  /** Of reviews with each rating that the maker has reported. */
  reports: z.array(z.object({ rating: number, made: number, upheld: number })),
  invited: z.object({ reviews: number, mean: number.nullable() }),
  others: z.object({ reviews: number, mean: number.nullable() }),
})
export type MakerStats = z.infer<typeof makerStats>

/** Where the maker can publish the token; null where the website cannot have it. */
const startedClaim = z.object({
  claim: text,
  token: text,
  dns_name: text.nullable(),
  file_url: text.nullable(),
  /** The whole tag. */
  meta: text.nullable(),
})

/** How a search is understood. */
const understanding = z.object({
  /** The words that are searched for. */
  text,
  /** Slugs of the capabilities that the words name. */
  capabilities: z.array(text),
  pricing: text.nullable(),
  platform: text.nullable(),
  license: text.nullable(),
  /** The words that ask for a fact. */
  facts: z.array(
    // The kind is that of a facet, as "pricing", or, of an attribute, which has a label, "a.sign_in".
    z.object({ kind: text, value: text, words: text, label: text.optional() }),
  ),
  /** The slug of the tool whose alternatives are listed. */
  alternatives_to: text.nullable(),
  /** The slugs of the two to four tools of "X vs Y vs Z"; empty without. */
  compare: z.array(text),
  /** The search with misspelled words replaced; null if there are none. */
  corrected: text.nullable(),
  /** The words that are not searched for. */
  ignored: z.array(text),
  /** The words that no tool has. */
  unknown: z.array(text),
  /** What results do not have. */
  without: z.array(text),
  /** Of the search, as "de". */
  language: text,
})
export type Understanding = z.infer<typeof understanding>

const foundTool = z.object({
  id: text,
  name: text,
  slug: text,
  description: text,
  logo_url: text.nullable(),
  website_url: text.nullable(),
  category: text,
  rating_average: number.nullable(),
  review_count: number,
  /** What the tool has of the search. */
  matches: z.array(text),
})

/** The results of a search. */
const searchPage = z.object({
  understood: understanding,
  total: number,
  tools: z.array(foundTool.extend({ after_row: text })),
  /** Tools with a part of the search, if few have all of it. */
  parts: z.array(foundTool.extend({ lacks: z.array(text) })),
  /** Words that ask for a fact that none of these tools has. */
  unmet: z.array(text),
})

const siteOverview = z.object({
  open_reports: number,
  oldest_report_at: text.nullable(),
  pending_posts: number,
  failed_emails: number,
})

const claimedEmail = z.object({
  id: number,
  kind: text,
  /** Null for an account without an address. */
  address: text.nullable(),
  data: z.json(),
})

const rankNeighbor = z.object({
  id: text,
  name: text,
  sort_key: number.nullable(),
})

const explanation = z.object({
  /** Null beyond 600, and if the item is not in the list. */
  rank: number.nullable(),
  /** Null for lists by name. */
  sort_key: number.nullable(),
  terms: z.array(z.object({ name: text, value: number })),
  above: rankNeighbor.nullable(),
  below: rankNeighbor.nullable(),
})
export type Explanation = z.infer<typeof explanation>

/** What identifies the tool of a row of an import. */
const rowKey = z.object({
  row: number,
  tool: text.nullable(),
  website: text.nullable(),
  slug: text.nullable(),
  /** What is compared of the name. */
  name: text.nullable(),
  /** The slug that the name gives, which a row without a slug has. */
  name_slug: text.nullable(),
})
export type RowKey = z.infer<typeof rowKey>

const outcome = z.enum(['created', 'updated', 'unchanged', 'duplicate', 'invalid'])
export type Outcome = z.infer<typeof outcome>

/** The result of a row of an import. */
const rowResult = z.object({
  /** From 1, without the header. */
  row: number,
  outcome: outcome,
  /** The id of the tool, unless it is yet to be added. */
  tool: text.nullable(),
  message: text.nullable(),
  /** Of a row of a source: fields that change, and those whose value a person has changed since. */
  changed: z.array(text).optional(),
  kept: z.array(text).optional(),
})
export type RowResult = z.infer<typeof rowResult>

/** What a list is compared with. */
const sourceCatalog = z.object({
  categories: z.array(z.object({ slug: text, name: text, aliases: z.array(text) })),
  capabilities: z.array(z.object({ slug: text, name: text, category: text })),
  attributes: z.array(
    z.object({
      key: text,
      label: text,
      kind: text,
      options: z.array(z.object({ value: text, label: text })),
    }),
  ),
})
export type SourceCatalog = z.infer<typeof sourceCatalog>

/** What moves with a tool that is merged into another. */
const mergePreview = z.object({
  reviews: number,
  launches: number,
  edits: number,
  addresses: number,
  duplicates: z.array(
    z.object({
      username: text,
      source_rating: number,
      target_rating: number,
      removed: z.enum(['source', 'target']),
    }),
  ),
  /** The makers of the two tools, and what becomes of their claims. */
  makers: z
    .array(
      z.object({
        company: text,
        of: z.enum(['source', 'target']),
        claim: z.enum(['stays', 'moves', 'ends']),
      }),
    )
    .optional(),
})

const caseAuthor = z.object({
  user_id: text,
  username: text,
  is_suspended: boolean,
  is_staff: boolean,
  /** Posts need no approval. */
  is_exempt: boolean,
})
export type CaseAuthor = z.infer<typeof caseAuthor>

const caseContent = z.looseObject({
  is_removed: boolean,
  /** The decision that removed it. Content that went with its tool or its author has theirs. */
  removed_by: number.nullable(),
  /** The reply to a review with its company, or the review that a reply answers. */
  answer: z.object({ title: text, content: text }).nullable().optional(),
  /** Null for a company, and if the account was deleted. */
  author: caseAuthor.nullable(),
  /** A removed tool has no slug. */
  tool: z.object({ id: text, name: text, slug: text.optional() }).nullable(),
})

/** The columns of a row of content, as they are or as they were reported. */
const contentRow = z.record(text, z.unknown())
export type ContentRow = z.infer<typeof contentRow>

const caseReport = z.object({
  number: number,
  reason: text,
  details: text.nullable(),
  good_faith: boolean,
  status: z.enum(['open', 'resolved', 'withdrawn']),
  created_at: text,
  decision: number.nullable(),
  /** Null once it is purged. */
  snapshot: contentRow.nullable(),
  /** A username, or the name that a signed-out reporter gave. */
  reporter: text.nullable(),
  /** The company, if it makes the reviewed tool and the reporter acts for it. */
  maker: text.nullable(),
})
export type CaseReport = z.infer<typeof caseReport>

const caseAppeal = z.object({
  number: number,
  /** Null once it is purged. */
  statement: text.nullable(),
  /** Title, text, pros and cons of a review. */
  revised_content: contentRow.nullable(),
  status: z.enum(['open', 'upheld', 'reversed']),
  created_at: text,
  /** Otherwise by a reporter. */
  by_author: boolean,
})
export type CaseAppeal = z.infer<typeof caseAppeal>

const caseDecision = z.object({
  number: number,
  decided_at: text,
  action: text,
  reason: text.nullable(),
  legal_basis: text.nullable(),
  explanation: text.nullable(),
  expires_at: text.nullable(),
  detected_by: text,
  reverses: number.nullable(),
  appeal_outcome: z.enum(['upheld', 'reversed']).nullable(),
  /** Null for a rule, and if the account was deleted. */
  decided_by: text.nullable(),
  appeals: z.array(caseAppeal),
})
export type CaseDecision = z.infer<typeof caseDecision>

const caseNote = z.object({
  id: number,
  note: text,
  author: text.nullable(),
  created_at: text,
})
export type CaseNote = z.infer<typeof caseNote>

/** An action of `moderate`, or one with a second step about the author of a held post. */
const choice = z.enum([
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
])
export type Choice = z.infer<typeof choice>

const moderationCase = z.object({
  /** Null if its author has deleted it. */
  content: caseContent.nullable(),
  /** The newest first, as decisions. */
  reports: z.array(caseReport),
  decisions: z.array(caseDecision),
  /** Empty for a party. */
  notes: z.array(caseNote),
  /** The reader is the author, a reporter or of the company: they cannot decide. */
  is_party: boolean,
  /** What the reader can decide now, in the order of the form. */
  choices: z.array(choice),
  /** Why the content, which is removed, cannot be restored. */
  restore_refusal: text.nullable(),
})
export type Case = z.infer<typeof moderationCase>

/** How much waits for moderators; the queue has the reports, the pending posts and the appeals. */
const moderationCounts = z.object({
  queue: number,
  reports: number,
  pending: number,
  appeals: number,
  edits: number,
  claims: number,
})

/** The fields of removed content that the screens show; which of them exist depends on its type. */
const removedContent = z.object({
  title: text.optional(),
  name: text.optional(),
  tagline: text.optional(),
  content: text.optional(),
  description: text.optional(),
  pros: z.array(text).optional(),
  cons: z.array(text).optional(),
})
export type RemovedContent = z.infer<typeof removedContent>

/** A decision about the caller. */
const ownDecision = z.object({
  number: number,
  decided_at: text,
  subject_type: text,
  action: text,
  reason: text.nullable(),
  explanation: text.nullable(),
  expires_at: text.nullable(),
  /** As long as it is removed. */
  content: removedContent.nullable(),
  appeal_until: text,
})
export type OwnDecision = z.infer<typeof ownDecision>

const reportStatus = z.object({
  status: text,
  resolved_at: text.nullable(),
  decision: number.nullable(),
})

const filteredWord = z.object({ text: text, action: z.enum(['hold', 'reject']) })
export type FilteredWord = z.infer<typeof filteredWord>

/** All settings of the site (spec 3 §1.3). */
const siteSettings = z.object({
  premoderate_first_posts: number,
  premoderate_links: boolean,
  new_account_hours: number,
  word_filter: z.array(filteredWord),
  daily_limit_tools: number,
  daily_limit_reviews: number,
  daily_limit_launches: number,
  daily_limit_votes: number,
  daily_limit_follows: number,
  daily_limit_edits: number,
  daily_limit_lists: number,
  vitality_quiet_months: number,
  vitality_dormant_months: number,
  require_staff_2fa: boolean,
  invite_only: boolean,
  blocked_email_domains: z.array(text),
  ai_crawlers: z.enum(['allow', 'deny']),
  open_review_texts: boolean,
})
export type SiteSettings = z.infer<typeof siteSettings>

/** Of a report. With the key, everybody can read the status. */
const receipt = z.object({
  number: number,
  key: text,
})
export type Receipt = z.infer<typeof receipt>

/** A month with reviews. */
const ratedMonth = z.object({
  /** The month's first day, as "yyyy-MM-dd". */
  month: text,
  reviews: number,
  /** Of all reviews until the end of the month. */
  average: number,
})
export type RatedMonth = z.infer<typeof ratedMonth>

/** A role or a company size, and its number of reviewers. */
const reviewerGroup = z.object({
  name: text,
  reviewers: number,
})
export type ReviewerGroup = z.infer<typeof reviewerGroup>

/** The history of a tool's rating, and the groups of its reviewers. */
const insight = z.object({
  months: z.array(ratedMonth),
  roles: z.array(reviewerGroup),
  sizes: z.array(reviewerGroup),
  /** Of how many reviewers; groups of fewer than five are left out. */
  counted: z.object({ roles: number, sizes: number }),
})
export type Insight = z.infer<typeof insight>

/** The interval that probably contains the rating of a tool (docs/decisions/0035); null if no review counts. */
const ratingEstimate = z.object({
  /** Reviews by people without a relationship or an incentive. */
  counted: number,
  low: number.nullable(),
  high: number.nullable(),
})

/** What all estimates assume before a tool has reviews. */
const ratingPrior = z.object({
  /** The weights of 1 to 5 stars. */
  stars: z.array(number),
  mean: number,
  reviews: number,
  day: text,
})

/** The figures of the reviews that match filters; null if none does. */
const reviewStats = z.object({
  reviews: number,
  mean: number.nullable(),
  low: number.nullable(),
  high: number.nullable(),
  /** Number of reviews by stars, '1' to '5'. */
  distribution: z.record(text, number),
})
export type ReviewStats = z.infer<typeof reviewStats>

const reviewPoint = z.object({
  text,
  mentions: number,
})
export type ReviewPoint = z.infer<typeof reviewPoint>

const reviewSummary = z.object({
  /** Number of reviews by stars, '1' to '5'. */
  distribution: z.record(text, number),
  /** The number of reviews that pros and cons are taken from: the newest, at most 1,000. */
  said_by: number,
  pros: z.array(reviewPoint),
  cons: z.array(reviewPoint),
})
export type ReviewSummary = z.infer<typeof reviewSummary>

/** How the site was moderated in a year (spec 8 §2). Shares and medians are null where there is nothing to measure. */
const transparencyFigures = z.object({
  year: number,
  reports: z.array(
    z.object({ reason: text, source: z.enum(['visitor', 'member', 'maker']), reports: number }),
  ),
  decisions: z.array(z.object({ action: text, reason: text.nullable(), decisions: number })),
  /** Of decisions about reviews with 1 to 5 stars. */
  hours: z.array(z.object({ rating: number, decisions: number, median_hours: number.nullable() })),
  appeals: z.object({
    open: number,
    resolved: number,
    reversed: number,
    share_reversed: number.nullable(),
  }),
  automatic: z.object({ decisions: number, automatic: number, share: number.nullable() }),
  suspensions: number,
})
export type TransparencyFigures = z.infer<typeof transparencyFigures>

const siteCounts = z.object({
  tools: number,
  reviews: number,
  reviewers: number,
  people: number,
  experts: number,
  /** Reviews whose author still has an account. */
  signed_reviews: number,
  /** null without reviews */
  average: number.nullable(),
  /** Average ratings of the last 90 days and of the time before; null without reviews. */
  average_lately: number.nullable(),
  average_before: number.nullable(),
  /** Number of reviews by stars, '1' to '5'. */
  distribution: z.record(text, number),
  // Percentages are not rounded, and null where there is nothing to measure.
  /** Of the reviews, those whose author still has an account. */
  signed_percent: number.nullable(),
  /** Of the people, those with a job title. */
  job_percent: number.nullable(),
  /** Of the reviews, those with 4 or 5 stars. */
  positive_percent: number.nullable(),
  /** Of the reviews, by stars. */
  distribution_percent: z.record(text, number.nullable()),
  /** 0 to 100; null without reviews. */
  quality: number.nullable(),
  /** The last 30 days against the 30 before; 50 is a half more. */
  growth_percent: number.nullable(),
})
export type RatingPrior = z.infer<typeof ratingPrior>
export type SiteCounts = z.infer<typeof siteCounts>

/**
 * By function: without an entry `database.types.ts` has a type error. tests/contract/rpc-results.test.ts parses real
 * answers.
 */
export const RPC_RESULTS = {
  admin_overview: siteOverview,
  check_tool_claim: claimCheck,
  claim_emails: z.array(claimedEmail),
  download_my_data: z.json(),
  dump_page: dumpPage,
  explain_rank: explanation,
  fact_freshness: factFreshness,
  fact_origins: z.array(factOrigin),
  fact_status: factStatus,
  get_unsubscription: z.object({ kind: text, is_stopped: boolean }),
  import_keys: z.array(rowKey),
  import_tools: z.array(rowResult),
  maker_stats: makerStats,
  merge_preview: mergePreview,
  moderation_counts: moderationCounts,
  moderation_subject: moderationCase,
  my_moderation_decisions: z.array(ownDecision),
  profile_figures: z.record(text, number.nullable()).nullable(),
  rating_prior: ratingPrior,
  record_claim_check: claimCheck,
  report_status: reportStatus,
  search_page: searchPage,
  site_settings: siteSettings,
  source_catalog: sourceCatalog,
  start_tool_claim: startedClaim,
  submit_report: receipt,
  tool_figures: z.record(text, number.nullable()).nullable(),
  tool_insight: insight,
  tool_rating_estimate: ratingEstimate,
  tool_review_stats: reviewStats,
  attribute_filters: attributeFilters,
  tool_review_summary: reviewSummary,
  tool_vitality: vitality,
  track_changes: z.array(trackedChange),
  transparency_figures: transparencyFigures,
  trust_figures: siteCounts,
  understand_query: understanding,
  unsubscribe: unsubscribed,
}

export type RpcResults = { [Name in keyof typeof RPC_RESULTS]: z.infer<(typeof RPC_RESULTS)[Name]> }
