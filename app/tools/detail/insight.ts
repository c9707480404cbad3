import type { Reader } from '../../data/cache-tags.ts'
import type { ToolDetail, ToolSummary } from '../tool.ts'
import * as detailWords from './words.ts'

/** A month with reviews; `average` is of all reviews up to its end. */
export interface RatedMonth {
  /** The month's first day, as "yyyy-MM-dd". */
  month: string
  reviews: number
  average: number
}

/** A kind of people, and how many of a tool's reviewers are of it. */
export interface Group {
  name: string
  reviewers: number
}

/** How a tool's rating moved, and who gave it. */
export interface Insight {
  months: RatedMonth[]
  roles: Group[]
  sizes: Group[]
}

export const NO_INSIGHT: Insight = { months: [], roles: [], sizes: [] }

export async function readInsight({ supabase, tag }: Reader, toolId: string): Promise<Insight> {
  tag(`reviews:${toolId}`, 'profiles', 'companies', 'company-members')
  const { data } = await supabase.rpc('tool_insight', { tool: toolId }).throwOnError()
  return data as unknown as Insight
}

/** Other tools of its category, the best first. */
export async function readAlternatives(
  { supabase, tag }: Reader,
  { id, categories }: Pick<ToolDetail, 'id' | 'categories'>,
): Promise<ToolSummary[]> {
  tag('tools', ...categories.map((name) => `category-ratings:${name}` as const))
  const { data } = await supabase.rpc('tool_alternatives', { tool: id }).throwOnError()
  return data
}

/** How far apart the ratings lie, in words: their standard deviation, in stars. */
export function agreement(distribution: Readonly<Record<string, number>>): string {
  const ratings = [1, 2, 3, 4, 5].map((stars) => ({ stars, count: distribution[stars] ?? 0 }))
  const total = ratings.reduce((sum, { count }) => sum + count, 0)
  if (total < 2) return detailWords.agreementTooFew
  const mean = ratings.reduce((sum, { stars, count }) => sum + stars * count, 0) / total
  const variance =
    ratings.reduce((sum, { stars, count }) => sum + count * (stars - mean) ** 2, 0) / total
  const spread = Math.sqrt(variance)
  if (spread < 0.75) return detailWords.agreementClose
  return spread < 1.15 ? detailWords.agreementNear : detailWords.agreementFar
}

/** Over how many months the reviews came; 0 without any. */
export function monthsOf(months: readonly RatedMonth[]): number {
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) return 0
  return monthNumber(last.month) - monthNumber(first.month) + 1
}

/** Months since the year 0, to measure between two of them. */
export const monthNumber = (month: string) =>
  Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))
