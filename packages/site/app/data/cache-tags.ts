import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'

/**
 * Data that a page can show. Each read names its tags beside its query. Triggers announce the tags of
 * a changed row (supabase/schemas/19_page_cache.sql), and the server drops the cached pages with one
 * of them (docs/decisions/0008).
 *
 * - `tools`, `launches` and `companies`: the set and its columns except counts.
 * - `tool-ratings` and `launch-upvotes`: the counts of all, which determine an order.
 * - `category-ratings:` with a name: the counts of the tools of a category.
 * - `tool:`, `launch:` and `company:` with an id: all columns and counts of one.
 * - `throttled:` before a tag: what announces the tag drops the page at the earliest one second after
 *   its rendering began. It is for what many people change all the time.
 */
export type CacheTag =
  | 'capabilities'
  | 'categories'
  /** The edits of all tools. */
  | 'changes'
  | 'companies'
  | 'company-members'
  | 'demo-content'
  /** The values that sources of facts gave. */
  | 'facts'
  | 'launches'
  | 'launch-upvotes'
  /** The checkpoints of the audit ledger. */
  | 'ledger'
  | 'lists'
  | 'moderation-log'
  | 'profiles'
  | 'reviews'
  | 'tools'
  | 'tool-ratings'
  /** Reports and appeals, of which the public sees numbers. */
  | 'transparency'
  | `category-ratings:${string}`
  | `company:${string}`
  | `launch:${string}`
  | `list:${string}`
  /** The earlier versions of one review, by its id. */
  | `review:${string}`
  /** The reviews of one tool, by its id. */
  | `reviews:${string}`
  | `throttled:${'facts' | 'launch-upvotes' | 'reviews' | 'tool-ratings'}`
  | `tool:${string}`
  /** The public lists with one tool, by its id. */
  | `tool-lists:${string}`
  /** The edits of one tool, by its id. */
  | `tool-edits:${string}`
  /** Counts, activities and follows of one person, by their id. */
  | `user:${string}`

/** The argument of functions that read. */
export interface Reader {
  supabase: SupabaseClient<Database>
  /** Adds tags to the rendered page, at the latest when the answer has arrived. Browsers ignore it. */
  tag: (...tags: CacheTag[]) => void
}
