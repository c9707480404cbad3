import type { Database } from '../data/database.types.ts'
import { RATED_COLUMNS, type RatedTool } from '../shared/rated.ts'

/** The fields that a row shows. */
export interface CardTool extends RatedTool {
  id: string
  name: string
  slug: string
  description: string
  category: string
  /** As shown, if it is known: "Paid, from $12 per month". */
  pricing?: string
  /** What it matches of a search, and what it lacks if that is not all of it. */
  matches?: string[]
  lacks?: string[]
}

export interface ToolSummary extends CardTool {
  logo_url: string | null
  website_url: string | null
}

/** What the functions that find and list tools return. */
export type FoundTool = Omit<ToolSummary, 'counted_reviews' | 'adjusted_rating' | 'rating_high'>

/** Checked facts; null if they are not known. */
export type ToolFacts = Omit<Database['public']['Tables']['tool_facts']['Row'], 'tool_id' | 'more'>

export interface ToolWithFacts extends ToolSummary {
  tool_facts: ToolFacts | null
  /** What lists filter by, as `license:open_source`. */
  facets: string[]
}

export interface ToolDetail extends ToolWithFacts {
  /** The categories that list the tool; `category` is the text of the member who added it. */
  categories: string[]
  /** Those besides the ones of the text. */
  more_categories: string[]
  /** Other names that people use for it. */
  aliases: string[]
  /** Before it was renamed, and of tools that were merged into it. */
  former_names: string[]
  /** What it can be used for. */
  capabilities: { slug: string; name: string }[]
  created_at: string
  tool_makers: ToolMaker | null
  /** Of the reviews that the range counts, by stars. */
  rating_counts: number[]
}

/** The company that makes a tool, and how it proved that. */
export interface ToolMaker {
  company_id: string
  method: string
  verified_on: string
  /** The host or the page of the proof; null of staff. */
  proof: string | null
  /** Whether the tool has another website since, without a proof. */
  is_paused: boolean
  /** Whether the tool and its maker are demo content. */
  is_sample: boolean
  companies: { name: string }
}

export const TOOL_COLUMNS =
  `id, name, slug, description, logo_url, website_url, category, ${RATED_COLUMNS}` as const

export const PRICE_COLUMNS = 'price_from, price_currency, price_period, price_checked_on' as const

export const TOOL_WITH_FACTS_COLUMNS =
  `${TOOL_COLUMNS}, facets, tool_facts(pricing_model, license, ${PRICE_COLUMNS}, price_source_url, platforms, repository_url, latest_version, latest_version_on, discontinued_on, successor_id, described_attributes)` as const

/** The path for links to a tool. The short form, /{slug}, may be the path of a page. */
export const toToolPath = (tool: Pick<ToolSummary, 'slug' | 'name'>) =>
  `/tool/${tool.slug || tool.name.toLowerCase().replaceAll(' ', '-')}`

/** The form of a new tool, with what a search did not find as its name. */
/** Whether a search may be the name of a tool that is not listed, and not the description of a need. */
export const isLikelyName = (search: string) => search.trim().split(/\s+/).length <= 4

/** @param search that found nothing */
export const toAddPath = (search: string) =>
  isLikelyName(search) ? `/add-tool?name=${encodeURIComponent(search)}` : '/add-tool'

export const toCapabilityPath = (slug: string) => `/best/${slug}`

/** The name of the view transition of a logo between card and page. */
export const toLogoTransition = ({ slug }: { slug: string }): string => `logo-${slug}`
