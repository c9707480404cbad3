import { createStore } from '../data/create-store.ts'
import * as reviewWords from './words/review.ts'

export interface Review {
  id: string
  user_id: string | null
  rating: number
  title: string
  content: string
  pros: string[]
  cons: string[]
  helpful_count: number
  created_at: string
  /** Whether it is demo content. */
  is_sample: boolean
  used_version: string | null
  used_plan: string | null
  used_from: string | null
  used_until: string | null
  relationship: string | null
  incentive: string | null
  /** Names of what the author uses the tool for. */
  used_for_names: string[] | null
  /** When its current version was written, if it is not the first. */
  edited_at: string | null
  /** The day of the first review of an author who deleted it and wrote it again. */
  first_published_on: string | null
  /** The day on which the author last confirmed the review. */
  confirmed_on: string | null
  profiles: {
    username: string | null
    avatar_url: string | null
    first_name: string | null
    last_name: string | null
    /** Null if the reader may not see it (spec 1 §6). */
    job_title: string | null
    /** Such as "11-50"; null unless the profile is public. */
    company_size: string | null
  } | null
  /** Its version, what the maker replied, and whether the maker invited its author; not in all lists. */
  revision?: number
  review_replies?: Reply | null
  campaign_id?: string | null
}

/** The id of the review that the member has just sent: the plot of its tool shows where it is, until the member leaves. */
export const sentReview = createStore<string | null>(null)

/** The reply of a tool's maker. */
export interface Reply {
  content: string
  /** The version of the review that it answers. */
  review_revision: number
  created_at: string
  edited_at: string | null
  company_id: string
  companies: { name: string }
}

/** The tags of the authors' columns and of the names of uses. */
export const REVIEWER_TAGS = ['profiles', 'companies', 'company-members', 'capabilities'] as const

export const REVIEW_COLUMNS =
  'id, user_id, rating, title, content, pros, cons, helpful_count, created_at, is_sample, used_version, used_plan, used_from, used_until, relationship, incentive, used_for_names, edited_at, first_published_on, confirmed_on, profiles(username, avatar_url, first_name, last_name, job_title, company_size)' as const

/** A tool's page has the whole review; `/review/{id}` has it alone. */
export const toReviewPath = ({ id }: Pick<Review, 'id'>) => `/review/${id}`

type Use = Pick<Review, 'used_version' | 'used_plan' | 'used_from' | 'used_until'>

/** Such as "Version 3.2, paid plan, used since Mar 2024"; empty if nothing is known. */
export const describeUse = (review: Use): string =>
  [
    review.used_version && reviewWords.contextVersion(review.used_version),
    review.used_plan && reviewWords.PLANS[review.used_plan],
    reviewWords.contextUsed(review.used_from, review.used_until),
  ]
    .filter(Boolean)
    .join(', ')
    .replace(/^./, (first) => first.toUpperCase())

/** Such as "Used for Kanban boards and Time tracking"; empty if nothing is known. */
export const describeUsedFor = ({ used_for_names: names }: Pick<Review, 'used_for_names'>) =>
  names?.length ? reviewWords.contextUsedFor(names) : ''

/** What connects the author with the maker, such as "Works for the maker". */
export const listInterests = (
  review: Pick<Review, 'relationship' | 'incentive' | 'campaign_id'>,
): string[] =>
  [review.relationship, review.incentive, review.campaign_id && 'invited'].flatMap(
    (kind) => reviewWords.INTERESTS[kind ?? ''] ?? [],
  )
