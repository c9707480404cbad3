import type { Json } from './database.types.ts'

/**
 * The results of functions that return JSON, which the schema does not describe: without an entry
 * `database.types.ts` has a type error. tests/contract/rpc-results.test.ts checks real answers.
 */
export interface RpcResults {
  admin_overview: SiteOverview
  check_tool_claim: ClaimCheck
  claim_emails: ClaimedEmail[]
  download_my_data: Json
  dump_page: DumpPage
  explain_rank: Explanation
  get_unsubscription: { kind: string; is_stopped: boolean }
  import_keys: RowKey[]
  import_tools: RowResult[]
  maker_stats: MakerStats
  merge_preview: MergePreview
  moderation_counts: ModerationCounts
  moderation_subject: Case
  my_moderation_decisions: OwnDecision[]
  profile_figures: Record<string, number | null> | null
  record_claim_check: ClaimCheck
  report_status: ReportStatus
  site_settings: SiteSettings
  start_tool_claim: StartedClaim
  submit_report: Receipt
  tool_figures: Record<string, number | null> | null
  tool_insight: Insight
  tool_rating_estimate: RatingEstimate
  tool_review_stats: ReviewStats
  tool_review_summary: ReviewSummary
  transparency_figures: TransparencyFigures
  trust_figures: SiteCounts
  understand_query: Understanding
  unsubscribe: Unsubscribed
}

/** A part of a table of the open data (spec 8 §3). */
export interface DumpPage {
  rows: number
  /** For the page after it; null if there is none. */
  next: string | null
  /** A JSON object in each. */
  lines: string
  /** When the dump began, by the clock of the database. */
  made_at: string
}

/** Emails that were stopped. */
export interface Unsubscribed {
  kind: string
  /** By kind what was chosen before; null is the default. It undoes the stop. */
  previous: Record<string, string | null>
}

/** What a check of a claim found. */
export interface ClaimCheck {
  status: 'open' | 'granted' | 'refused' | 'expired'
  /** Null while a check is under way, and before the first one. */
  detail: string | null
}

/** What the maker of a tool does with its reviews. */
export interface MakerStats {
  /** The share of reviews with a reply. */
  answered: number
  median_days: number | null
  /** Of reviews with each rating that the maker has reported. */
  reports: { rating: number; made: number; upheld: number }[]
  invited: { reviews: number; mean: number | null }
  others: { reviews: number; mean: number | null }
}

/** Where the maker can publish the token; null where the website cannot have it. */
export interface StartedClaim {
  claim: string
  token: string
  dns_name: string | null
  file_url: string | null
  /** The whole tag. */
  meta: string | null
}

/** How a search is understood. */
export interface Understanding {
  /** The words that are searched for. */
  text: string
  /** Slugs of the capabilities that the words name. */
  capabilities: string[]
  pricing: string | null
  platform: string | null
  license: string | null
  /** The words that ask for a fact. */
  facts: { kind: 'pricing' | 'platform' | 'license'; value: string; words: string }[]
  /** The slug of the tool whose alternatives are listed. */
  alternatives_to: string | null
  /** The slugs of the two to four tools of "X vs Y vs Z"; empty without. */
  compare: string[]
  /** The search with misspelled words replaced; null if there are none. */
  corrected: string | null
  /** The words that are not searched for. */
  ignored: string[]
}

export interface SiteOverview {
  open_reports: number
  oldest_report_at: string | null
  pending_posts: number
  failed_emails: number
}

interface ClaimedEmail {
  id: number
  kind: string
  /** Null for an account without an address. */
  address: string | null
  data: Json
}

export interface Explanation {
  /** Null beyond 600, and if the item is not in the list. */
  rank: number | null
  /** Null for lists by name. */
  sort_key: number | null
  terms: { name: string; value: number }[]
  above: RankNeighbor | null
  below: RankNeighbor | null
}

interface RankNeighbor {
  id: string
  name: string
  sort_key: number | null
}

/** What identifies the tool of a row of an import. */
export interface RowKey {
  row: number
  tool: string | null
  website: string | null
  slug: string | null
  /** What is compared of the name. */
  name: string | null
  /** The slug that the name gives, which a row without a slug has. */
  name_slug: string | null
}

export type Outcome = 'created' | 'updated' | 'unchanged' | 'duplicate' | 'invalid'

/** The result of a row of an import. */
export interface RowResult {
  /** From 1, without the header. */
  row: number
  outcome: Outcome
  /** The id of the tool, unless it is yet to be added. */
  tool: string | null
  message: string | null
}

/** What moves with a tool that is merged into another. */
export interface MergePreview {
  reviews: number
  launches: number
  edits: number
  addresses: number
  duplicates: {
    username: string
    source_rating: number
    target_rating: number
    /** The tool whose review is the older one. */
    removed: 'source' | 'target'
  }[]
  /** The makers of the two tools, and what becomes of their claims. */
  makers?: { company: string; of: 'source' | 'target'; claim: 'stays' | 'moves' | 'ends' }[]
}

export interface Case {
  /** Null if its author has deleted it. */
  content: CaseContent | null
  /** The newest first, as decisions. */
  reports: CaseReport[]
  decisions: CaseDecision[]
  /** Empty for a party. */
  notes: CaseNote[]
  /** The reader is the author, a reporter or of the company: they cannot decide. */
  is_party: boolean
  /** What the reader can decide now, in the order of the form. */
  choices: Choice[]
  /** Why the content, which is removed, cannot be restored. */
  restore_refusal: string | null
}

/** An action of `moderate`, or one with a second step about the author of a held post. */
export type Choice =
  | 'keep'
  | 'restore'
  | 'restore_and_exempt'
  | 'remove'
  | 'remove_and_suspend'
  | 'warn'
  | 'suspend'
  | 'unsuspend'
  | 'remove_all_content'
  | 'premoderate_reviews'
  | 'end_premoderation'

/** The columns of a row of content, as they are or as they were reported. */
export type ContentRow = Readonly<Record<string, unknown>>

export interface CaseContent extends ContentRow {
  is_removed: boolean
  /** The decision that removed it. Content that went with its tool or its author has theirs. */
  removed_by: number | null
  /** The reply to a review with its company, or the review that a reply answers. */
  answer?: { title: string; content: string } | null
  /** Null for a company, and if the account was deleted. */
  author: CaseAuthor | null
  /** A removed tool has no slug. */
  tool: { id: string; name: string; slug?: string } | null
}

/** How much waits for moderators; the queue has the reports, the pending posts and the appeals. */
export interface ModerationCounts {
  queue: number
  reports: number
  pending: number
  appeals: number
  edits: number
  claims: number
}

export interface CaseAuthor {
  user_id: string
  username: string
  is_suspended: boolean
  is_staff: boolean
  /** Posts need no approval. */
  is_exempt: boolean
}

export interface CaseReport {
  number: number
  reason: string
  details: string | null
  good_faith: boolean
  status: 'open' | 'resolved' | 'withdrawn'
  created_at: string
  decision: number | null
  /** Null once it is purged. */
  snapshot: ContentRow | null
  /** A username, or the name that a signed-out reporter gave. */
  reporter: string | null
  /** The company, if it makes the reviewed tool and the reporter acts for it. */
  maker: string | null
}

export interface CaseDecision {
  number: number
  decided_at: string
  action: string
  reason: string | null
  legal_basis: string | null
  explanation: string | null
  expires_at: string | null
  detected_by: string
  reverses: number | null
  appeal_outcome: 'upheld' | 'reversed' | null
  /** Null for a rule, and if the account was deleted. */
  decided_by: string | null
  appeals: CaseAppeal[]
}

export interface CaseAppeal {
  number: number
  /** Null once it is purged. */
  statement: string | null
  /** Title, text, pros and cons of a review. */
  revised_content: ContentRow | null
  status: 'open' | 'upheld' | 'reversed'
  created_at: string
  /** Otherwise by a reporter. */
  by_author: boolean
}

export interface CaseNote {
  id: number
  note: string
  author: string | null
  created_at: string
}

/** A decision about the caller. */
export interface OwnDecision {
  number: number
  decided_at: string
  subject_type: string
  action: string
  reason: string | null
  explanation: string | null
  expires_at: string | null
  /** As long as it is removed. */
  content: RemovedContent | null
  appeal_until: string
}

/** The fields of removed content that the screens show; which of them exist depends on its type. */
export interface RemovedContent {
  title?: string
  name?: string
  tagline?: string
  content?: string
  description?: string
  pros?: string[]
  cons?: string[]
}

export interface ReportStatus {
  status: string
  resolved_at: string | null
  decision: number | null
}

/** All settings of the site (spec 3 §1.3). */
export type SiteSettings = {
  premoderate_first_posts: number
  premoderate_links: boolean
  new_account_hours: number
  word_filter: FilteredWord[]
  daily_limit_tools: number
  daily_limit_reviews: number
  daily_limit_launches: number
  daily_limit_votes: number
  daily_limit_follows: number
  daily_limit_edits: number
  daily_limit_lists: number
  require_staff_2fa: boolean
  invite_only: boolean
  blocked_email_domains: string[]
  ai_crawlers: 'allow' | 'deny'
  open_review_texts: boolean
}

export type FilteredWord = { text: string; action: 'hold' | 'reject' }

/** Of a report. With the key, everybody can read the status. */
export interface Receipt {
  number: number
  key: string
}

/** The history of a tool's rating, and the groups of its reviewers. */
export interface Insight {
  months: RatedMonth[]
  roles: ReviewerGroup[]
  sizes: ReviewerGroup[]
  /** Of how many reviewers; groups of fewer than five are left out. */
  counted: { roles: number; sizes: number }
}

/** A month with reviews. */
export interface RatedMonth {
  /** The month's first day, as "yyyy-MM-dd". */
  month: string
  reviews: number
  /** Of all reviews until the end of the month. */
  average: number
}

/** A role or a company size, and its number of reviewers. */
export interface ReviewerGroup {
  name: string
  reviewers: number
}

/** The interval that probably contains the rating of a tool (docs/decisions/0017); null if no review counts. */
interface RatingEstimate {
  /** Reviews by people without a relationship or an incentive. */
  counted: number
  low: number | null
  high: number | null
}

/** The figures of the reviews that match filters; null if none does. */
export interface ReviewStats {
  reviews: number
  mean: number | null
  low: number | null
  high: number | null
  /** Number of reviews by stars, '1' to '5'. */
  distribution: Record<string, number>
}

export interface ReviewSummary {
  /** Number of reviews by stars, '1' to '5'. */
  distribution: Record<string, number>
  /** The number of reviews that pros and cons are taken from: the newest, at most 1,000. */
  said_by: number
  pros: ReviewPoint[]
  cons: ReviewPoint[]
}

export interface ReviewPoint {
  text: string
  mentions: number
}

/** How the site was moderated in a year (spec 8 §2). Shares and medians are null where there is nothing to measure. */
export interface TransparencyFigures {
  year: number
  reports: { reason: string; source: 'visitor' | 'member' | 'maker'; reports: number }[]
  decisions: { action: string; reason: string | null; decisions: number }[]
  /** Of decisions about reviews with 1 to 5 stars. */
  hours: { rating: number; decisions: number; median_hours: number | null }[]
  appeals: { open: number; resolved: number; reversed: number; share_reversed: number | null }
  automatic: { decisions: number; automatic: number; share: number | null }
  suspensions: number
}

export interface SiteCounts {
  tools: number
  reviews: number
  reviewers: number
  people: number
  experts: number
  /** Reviews whose author still has an account. */
  signed_reviews: number
  average: number
  /** Average ratings of the last 90 days and of the time before; null without reviews. */
  average_lately: number | null
  average_before: number | null
  /** Number of reviews by stars, '1' to '5'. */
  distribution: Record<string, number>
  // Percentages are not rounded, and null where there is nothing to measure.
  /** Of the reviews, those whose author still has an account. */
  signed_percent: number | null
  /** Of the people, those with a job title. */
  job_percent: number | null
  /** Of the reviews, those with 4 or 5 stars. */
  positive_percent: number | null
  /** Of the reviews, by stars. */
  distribution_percent: Record<string, number | null>
  /** 0 to 100. */
  quality: number
  /** The last 30 days against the 30 before; 50 is a half more. */
  growth_percent: number | null
}
