import { describe, expect, it } from 'vitest'
import { createToolJsonLd, toPageJsonLd } from './json-ld.ts'

const tool = {
  id: '1',
  name: 'Figma',
  slug: 'figma',
  description: 'd',
  logo_url: null,
  website_url: null,
  category: 'Design',
  rating_average: null,
  review_count: 0,
  tool_facts: null,
  facets: [],
}

const priced = (day: string) => ({
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
  },
})
const DAY_MS = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

describe('JSON-LD', () => {
  it('createToolJsonLd without reviews has no aggregateRating', () => {
    expect(createToolJsonLd(tool, [], 'https://x')).not.toHaveProperty('aggregateRating')
    expect(
      createToolJsonLd({ ...tool, rating_average: 4.5, review_count: 2 }, [], 'https://x'),
    ).toMatchObject({
      aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
    })
  })

  const rated = { ...tool, rating_average: 4.5, review_count: 2 }
  it.each([
    ['a rating', rated, false, 'Product', true],
    ['a rating of demo content', rated, true, 'Product', false],
    ['a price', priced(daysAgo(300)), false, 'Product', false],
    ['a price, of demo content', { ...rated, ...priced(daysAgo(300)) }, true, 'Product', false],
    ['neither', tool, false, 'WebPage', false],
  ])('toPageJsonLd of a tool with %s', (_name, one, isDemo, type, hasRating) => {
    const page = toPageJsonLd(createToolJsonLd(one, [], 'https://x'), isDemo)
    expect(page).toMatchObject({ '@context': 'https://schema.org', '@type': type, name: 'Figma' })
    // A Product without a rating, a review or an offer is an error in search consoles.
    if (type === 'Product' && !isDemo) expect(page.offers ?? page.aggregateRating).toBeTruthy()
    expect('aggregateRating' in page || 'review' in page).toBe(hasRating)
  })

  it('createToolJsonLd has offers only for a price that was checked within 12 months', () => {
    expect(createToolJsonLd(priced(daysAgo(300)), [], 'https://x')).toMatchObject({
      offers: {
        '@type': 'Offer',
        price: 12.5,
        priceCurrency: 'USD',
        url: 'https://figma.example/pricing',
      },
    })
    expect(createToolJsonLd(priced(daysAgo(400)), [], 'https://x')).toHaveProperty(
      'offers',
      undefined,
    )
    expect(createToolJsonLd(tool, [], 'https://x')).toHaveProperty('offers', undefined)
  })
})
