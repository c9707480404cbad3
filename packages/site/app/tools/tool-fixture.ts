/** A tool without ratings, for tests. */
export const tool = {
  id: '1',
  name: 'Figma',
  slug: 'figma',
  description: 'd',
  logo_url: null,
  website_url: null,
  category: 'Design',
  rating_average: null,
  review_count: 0,
  counted_reviews: 0,
  adjusted_rating: null,
  rating_high: null,
  tool_facts: null,
  facets: [],
}

/** @param day on which its price was checked */
export const priced = (day: string) => ({
  ...tool,
  tool_facts: {
    pricing_model: 'paid',
    license: null,
    price_from: 12.5,
    price_currency: 'USD',
    price_period: 'month',
    price_checked_on: day,
    price_source_url: 'https://figma.example/pricing',
    platforms: ['web', 'self_hosted'],
    repository_url: null,
    latest_version: '4.2',
    latest_version_on: '2026-02-01',
    discontinued_on: null,
    successor_id: null,
    described_attributes: [],
  },
})
const DAY_MS = 24 * 60 * 60 * 1000
export const daysAgo = (days: number) =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
