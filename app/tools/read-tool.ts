import type { Site } from '../data/site.ts'
import { isToolId, TOOL_COLUMNS, type ToolSummary } from './tool.ts'

export interface Said {
  text: string
  mentions: number
}

/** What the reviews of a tool say together. */
export interface ReviewSummary {
  /** Number of reviews by stars, '1' to '5'. */
  distribution: Record<string, number>
  pros: Said[]
  cons: Said[]
}

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
  profiles: {
    username: string | null
    avatar_url: string | null
    first_name: string | null
    last_name: string | null
  } | null
}

/** The most reviews that one page holds. */
export const REVIEWS_SHOWN = 50

/** @param idOrSlug an address part; the slug is matched in lower case */
export async function readTool(
  supabase: Site['supabase'],
  idOrSlug: string,
): Promise<ToolSummary | null> {
  const query = supabase.from('tools').select(TOOL_COLUMNS)
  const { data, error } = await (isToolId(idOrSlug)
    ? query.eq('id', idOrSlug)
    : query.eq('slug', idOrSlug.toLowerCase())
  ).maybeSingle()
  if (error) throw new Error(error.message)
  return data
}

/** Newest first. */
export async function readReviews(supabase: Site['supabase'], toolId: string): Promise<Review[]> {
  const { data, error } = await supabase
    .from('reviews')
    .select(
      'id, user_id, rating, title, content, pros, cons, helpful_count, created_at, profiles(username, avatar_url, first_name, last_name)',
    )
    .eq('tool_id', toolId)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(REVIEWS_SHOWN)
  if (error) throw new Error(error.message)
  return data
}

export async function readSummary(
  supabase: Site['supabase'],
  toolId: string,
): Promise<ReviewSummary> {
  const { data, error } = await supabase.rpc('tool_review_summary', { tool: toolId })
  if (error) throw new Error(error.message)
  return data as unknown as ReviewSummary
}
