import type { Reader } from '../data/cache-tags.ts'
import type { Database } from '../data/database.types.ts'
import type { Insight, RatedMonth } from '../data/rpc-results.ts'
import { readRows } from '../tools/describe-facts.ts'
import type { CardTool, ToolDetail } from '../tools/tool.ts'

export const EMPTY_INSIGHT: Insight = {
  months: [],
  roles: [],
  sizes: [],
  counted: { roles: 0, sizes: 0 },
}

export async function readInsight({ supabase, tag }: Reader, toolId: string): Promise<Insight> {
  tag(`reviews:${toolId}`, 'profiles', 'companies', 'company-members')
  const { data } = await supabase.rpc('tool_insight', { tool: toolId }).throwOnError()
  return data
}

/** Tools with the same capabilities, and of the same categories, the best first. */
export async function readAlternatives(
  reader: Reader,
  { id, categories }: Pick<ToolDetail, 'id' | 'categories'>,
  filters: Omit<Database['public']['Functions']['tool_alternatives']['Args'], 'tool'> = {},
): Promise<CardTool[]> {
  const { supabase, tag } = reader
  tag('tools', ...categories.map((name) => `category-ratings:${name}` as const))
  const { data } = await supabase.rpc('tool_alternatives', { tool: id, ...filters }).throwOnError()
  // Those with the same capabilities may be of other categories.
  tag(...data.map((tool) => `tool:${tool.id}` as const))
  return readRows(reader, data)
}

/** The number of months from the first to the last review; 0 without reviews. */
export function countMonths(months: readonly RatedMonth[]): number {
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) return 0
  return toMonthNumber(last.month) - toMonthNumber(first.month) + 1
}

/** The number of months since the year 0. @param month as "yyyy-MM-dd" */
export const toMonthNumber = (month: string) =>
  Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))
