import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'

/**
 * Names of what a page can show. A read names its tags beside its query; a changed row announces the
 * same names (supabase/schemas/page_cache.sql), and the server drops the pages that carry one.
 *
 * `tools`, `launches` and `companies` are the set of them and their facts, without counts.
 * `tool-ratings` and `launch-upvotes` are the counts of all of them, which decide an order;
 * `category-ratings:`, `featured-tools` and `most-reviewed-tool` those that decide a part of it.
 * `tool:`, `launch:` and `company:` with an id are the facts and counts of one.
 */
export type CacheTag =
  | 'categories'
  | 'companies'
  | 'company-members'
  | 'demo-content'
  | 'featured-tools'
  | 'launches'
  | 'launch-upvotes'
  | 'most-reviewed-tool'
  | 'profiles'
  | 'reviews'
  | 'tools'
  | 'tool-ratings'
  | `category-ratings:${string}`
  | `company:${string}`
  | `launch:${string}`
  /** The reviews of one tool, by its id. */
  | `reviews:${string}`
  | `tool:${string}`
  /** Counts, activities and follows of one person. */
  | `user:${string}`

/** What a read function is given. */
export interface Reader {
  supabase: SupabaseClient<Database>
  /** Names what an answer shows, at the latest when it has arrived. Browsers ignore it. */
  tag: (...tags: CacheTag[]) => void
}
