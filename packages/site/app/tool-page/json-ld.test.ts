import { describe, expect, it } from 'vitest'
import { daysAgo, priced, tool } from '../tools/tool-fixture.ts'
import { createToolJsonLd, toPageJsonLd } from './json-ld.ts'

describe('JSON-LD', () => {
  it('createToolJsonLd without reviews has no aggregateRating', () => {
    expect(createToolJsonLd(tool, 'https://x')).not.toHaveProperty('aggregateRating')
    expect(
      createToolJsonLd({ ...tool, rating_average: 4.5, review_count: 2 }, 'https://x'),
    ).toMatchObject({
      aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
    })
  })

  const rated = { ...tool, rating_average: 4.5, review_count: 2 }
  it.each([
    ['a rating', rated, false, 'Product', ['aggregateRating', 'review']],
    ['a rating of demo content', rated, true, 'Product', []],
    ['a price', priced(daysAgo(300)), false, 'Product', ['offers']],
    [
      'a price, of demo content',
      { ...rated, ...priced(daysAgo(300)) },
      true,
      'Product',
      ['offers'],
    ],
    ['neither', tool, false, 'WebPage', []],
  ])('toPageJsonLd of a tool with %s', (_name, one, isDemo, type, facts) => {
    const page = toPageJsonLd(createToolJsonLd(one, 'https://x'), [], isDemo)
    expect(page).toMatchObject({ '@context': 'https://schema.org', '@type': type, name: 'Figma' })
    // Search consoles report a Product without one of them; they index no demo content.
    const found = ['aggregateRating', 'offers', 'review'].filter((key) => page[key] !== undefined)
    expect(found).toEqual(facts)
  })

  it('createToolJsonLd has offers only for a price that was checked within 12 months', () => {
    expect(createToolJsonLd(priced(daysAgo(300)), 'https://x')).toMatchObject({
      offers: {
        '@type': 'Offer',
        price: 12.5,
        priceCurrency: 'USD',
        url: 'https://figma.example/pricing',
      },
    })
    expect(createToolJsonLd(priced(daysAgo(400)), 'https://x')).toHaveProperty('offers', undefined)
    expect(createToolJsonLd(tool, 'https://x')).toHaveProperty('offers', undefined)
  })

  it('createToolJsonLd has the facts and attributes of a tool as additionalProperty', () => {
    const more = { in_compare: false, on_card: false }
    const described_attributes = [
      { label: 'GDPR', kind: 'yes_no', unit: '', value: 'false', ...more },
      { label: 'Cost', kind: 'number', unit: 'EUR', value: '12.5', ...more },
    ]
    const { tool_facts, ...one } = priced(daysAgo(1))
    expect(
      createToolJsonLd({ ...one, tool_facts: { ...tool_facts, described_attributes } }, 'x'),
    ).toMatchObject({
      additionalProperty: [
        { '@type': 'PropertyValue', name: 'Pricing', value: 'Paid' },
        { '@type': 'PropertyValue', name: 'Platforms', value: 'Web, Self-hosted' },
        { '@type': 'PropertyValue', name: 'Latest version', value: '4.2 (Feb 1, 2026)' },
        { '@type': 'PropertyValue', name: 'GDPR', value: 'No' },
        { '@type': 'PropertyValue', name: 'Cost', value: '12.5 EUR' },
      ],
    })
    expect(createToolJsonLd(tool, 'x')).toHaveProperty('additionalProperty', undefined)
  })
})
