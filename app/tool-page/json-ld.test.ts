import { describe, expect, it } from 'vitest'
import { daysAgo, priced, tool } from '../tools/tool-fixture.ts'
import { createToolJsonLd, toPageJsonLd } from './json-ld.ts'

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
