import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const SUPABASE = join(import.meta.dirname, '..', '..', 'supabase')
const FOLDER = join(SUPABASE, 'demo')

export interface DemoTool {
  name: string
  /** Without the protocol. */
  website: string
  description: string
  pricing: 'free' | 'freemium' | 'paid'
  /** An SPDX identifier, or `proprietary`. */
  license: string
  platforms?: string[]
  /** The URL of its source code. */
  repository?: string
  /** Other names that people use for it. */
  aliases?: string[]
  /** Slug of its category: the file's name. */
  categorySlug: string
}

export interface DemoCapability {
  name: string
  /** Other terms that people use for it. */
  synonyms: string[]
  /** The names of the tools, and the slug of the category. */
  tools: string[]
  categorySlug: string
}

export interface DemoCompany {
  name: string
  domain: string
  size: string
  industry: string
}

export interface DemoPerson {
  username: string
  firstName: string
  lastName: string
  jobTitle: string
  company: string | null
  accountType: 'personal' | 'business'
  userRole: 'member' | 'manager' | 'developer'
  visibility: 'public' | 'professional' | 'private'
  bio: string
  joinedDaysAgo: number
  /** Slugs of the categories whose tools this person reviews. */
  categories: string[]
}

export interface DemoReview {
  /** The tool's name. */
  tool: string
  /** The author's username. */
  person: string
  rating: number
  daysAgo: number
  title: string
  content: string
  pros: string[]
  cons: string[]
  /** Names of capabilities of the tool. */
  usedFor?: string[]
}

/** What a review says about its author's use of the tool, and its earlier version. */
export interface DemoReviewContext {
  tool: string
  person: string
  version?: string
  plan?: 'free' | 'trial' | 'paid' | 'self_hosted'
  /** Before the review was written. */
  usedForDays?: number
  relationship?: string
  incentive?: string
  /** What differed in the first version. */
  before?: Partial<Pick<DemoReview, 'rating' | 'title' | 'content'>>
  editedDaysAgo?: number
}

export interface DemoLaunch {
  /** The tool's name. */
  tool: string
  /** The maker's username. */
  maker: string
  /** Days from today; negative ones are past. */
  day: number
  tagline: string
  description: string
}

/** A reported review, tool or person, or a review that only moderators see. */
export interface DemoCase {
  /** A review of its own, beside those of the folder `reviews`. */
  review?: Omit<DemoReview, 'pros' | 'cons'>
  subject?: { type: 'review' | 'tool' | 'profile'; tool?: string; person?: string }
  /** By a person, or by a visitor with a name and an address. */
  reports: {
    person?: string
    name?: string
    email?: string
    reason: string
    details?: string
    daysAgo: number
  }[]
  hold?: boolean
  decision?: {
    action: 'keep' | 'remove'
    reason?: string
    explanation: string
    moderator: string
    daysAgo: number
  }
  appeal?: {
    person: string
    statement: string
    revisedContent?: { title: string; content: string }
    daysAgo: number
    outcome?: { status: 'upheld'; explanation: string; moderator: string; daysAgo: number }
  }
}

/** A suggested edit of a tool; it waits for a moderator unless it was accepted. */
export interface DemoEdit {
  tool: string
  person: string
  /** The suggested values by field. */
  after: Record<string, unknown>
  source: string
  note: string
  daysAgo: number
  acceptedDaysAgo?: number
}

/** An invented tool of a company of the demo. No real product has an invented maker. */
export interface DemoMaker {
  /** The name of the company, whose website is that of the tool. */
  company: string
  /** The slug of the tool's category. */
  category: string
  name: string
  description: string
  pricing: string
  license: string
  platforms: string[]
  /** How the company proved that the tool is its own. */
  method: string
  /** The names of capabilities. */
  uses: string[]
  /** The name of its invitation to review. */
  campaign?: string
  reviews: (Omit<DemoReview, 'tool'> & { reply?: string; invited?: boolean })[]
}

/** A public list of a person. */
export interface DemoList {
  person: string
  name: string
  description: string
  /** How often others copied it. */
  copies: number
  tools: { tool: string; note?: string }[]
}

export interface DemoModeration {
  /** Usernames of the moderators. */
  staff: string[]
  cases: DemoCase[]
  /** Open claims without a proof, by the company's founder. */
  claims: { company: string; tool: string; detail: string; daysAgo: number }[]
}

/** What a capability is called in another language. */
export interface CapabilityTerms {
  capability: string
  language: string
  terms: string[]
}

/** The tags and the last commit of the repository of a real tool on a day. */
export interface RecordedFacts {
  repository: string
  /** As "yyyy-MM-dd". */
  recorded_on: string
  latest_version: string
  latest_version_on: string
  releases_in_year: number
  last_commit_on: string
}

export type DemoContent = ReturnType<typeof readDemoContent>

/** The files of supabase/demo: real tools, and invented people with their reviews and launches. */
export function readDemoContent() {
  return {
    tools: readCategories<DemoTool>('tools'),
    capabilities: readCategories<DemoCapability>('capabilities'),
    terms: readVocabulary(),
    companies: readJson<DemoCompany[]>('companies.json'),
    people: readJson<DemoPerson[]>('people.json'),
    reviews: readCategories<DemoReview & { categorySlug: string }>('reviews'),
    reviewContext: readJson<DemoReviewContext[]>('review-context.json'),
    launches: readJson<DemoLaunch[]>('launches.json'),
    edits: readJson<DemoEdit[]>('edits.json'),
    recordedFacts: readJson<RecordedFacts[]>('recorded-facts.json'),
    moderation: readJson<DemoModeration>('moderation.json'),
    makers: readJson<DemoMaker[]>('makers.json'),
    lists: readJson<DemoList[]>('lists.json'),
  }
}

/** The files of supabase/vocabulary, one for each language. */
function readVocabulary(): CapabilityTerms[] {
  const folder = join(SUPABASE, 'vocabulary')
  return readdirSync(folder).flatMap((file) =>
    Object.entries(
      readJson<{ capabilities: Record<string, string[]> }>(join('..', 'vocabulary', file))
        .capabilities,
    ).map(([capability, terms]) => ({ capability, language: basename(file, '.json'), terms })),
  )
}

/** The rows of a folder with a file for each category, each row with the category's slug. */
function readCategories<Row extends { categorySlug: string }>(folder: string): Row[] {
  return readdirSync(join(FOLDER, folder))
    .sort()
    .flatMap((file) =>
      readJson<Row[]>(join(folder, file)).map((row) => ({
        ...row,
        categorySlug: basename(file, '.json'),
      })),
    )
}

const readJson = <T>(file: string): T => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as T
