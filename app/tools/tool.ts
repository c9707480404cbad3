/** What a card shows of a tool. */
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

export interface ToolDetail extends ToolSummary {
  /** The categories that list it; `category` is what its submitter wrote. */
  categories: string[]
}

/** A list of cards travels to the browser twice, as markup and as data: nothing else goes with it. */
export const cardOf = (tool: CardTool): CardTool => ({
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

/** Every link to a tool goes here: the short form may be the name of a page. */
export const toolPath = (tool: Pick<ToolSummary, 'slug' | 'name'>) =>
  `/tool/${tool.slug || tool.name.toLowerCase().replaceAll(' ', '-')}`

/** Under this name a logo grows from its card into its page, and back. */
export const logoTransition = ({ slug }: { slug: string }): string => `logo-${slug}`
