/** The fields that a card shows. */
export interface CardTool {
  id: string
  name: string
  slug: string
  description: string
  category: string
  rating_average: number | null
  review_count: number
}

export interface ToolSummary extends CardTool {
  logo_url: string | null
  website_url: string | null
}

/** Checked facts; null if they are not known. */
export interface ToolFacts {
  pricing_model: string | null
  /** An SPDX identifier, or `proprietary`. */
  license: string | null
}

export interface ToolWithFacts extends ToolSummary {
  tool_facts: ToolFacts | null
}

export interface ToolDetail extends ToolWithFacts {
  /** The categories that list the tool; `category` is the text of the member who added it. */
  categories: string[]
  /** Of the category, such as "Prototyping". */
  subcategories: string[]
  created_at: string
}

/** Removes all other fields: the server sends the data of cards twice, as HTML and as loader data. */
export const toCardTool = (tool: CardTool): CardTool => ({
  id: tool.id,
  name: tool.name,
  slug: tool.slug,
  description: tool.description,
  category: tool.category,
  rating_average: tool.rating_average,
  review_count: tool.review_count,
})

export const TOOL_COLUMNS =
  'id, name, slug, description, logo_url, website_url, category, rating_average, review_count' as const

export const TOOL_WITH_FACTS_COLUMNS =
  `${TOOL_COLUMNS}, tool_facts(pricing_model, license)` as const

/** The path for links to a tool. The short form, /{slug}, may be the path of a page. */
export const toToolPath = (tool: Pick<ToolSummary, 'slug' | 'name'>) =>
  `/tool/${tool.slug || tool.name.toLowerCase().replaceAll(' ', '-')}`

/** The name of the view transition of a logo between card and page. */
export const toLogoTransition = ({ slug }: { slug: string }): string => `logo-${slug}`
