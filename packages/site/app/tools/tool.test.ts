import { describe, expect, it } from 'vitest'
import { isToolId } from '../shared/initials.ts'
import { resolveCategory } from './category-names.ts'
import { describeCardPricing, describeFacts, formatChecked, formatPrice } from './describe-facts.ts'
import { readFacets, readListingQuery } from './listing/listing.ts'
import { toAddPath, toToolPath } from './tool.ts'
import { daysAgo, priced, tool } from './tool-fixture.ts'
import { addNamed } from './words/listing.ts'

describe('spec 2 §4: tool lookup', () => {
  it('isToolId is true for a UUID and false for any other text', () => {
    expect(isToolId('0f8fad5b-d9cb-469f-a165-70867728950e')).toBe(true)
    expect(isToolId('figma')).toBe(false)
    expect(isToolId('0f8fad5b-d9cb')).toBe(false)
  })
})

describe('spec 2 §5: links to a tool', () => {
  it('toToolPath without a slug uses the name in lower case with hyphens', () => {
    expect(toToolPath({ name: 'Adobe XD', slug: '' })).toBe('/tool/adobe-xd')
    expect(toToolPath({ name: 'Compare', slug: 'compare' })).toBe('/tool/compare')
  })
})

it('a search that found nothing is offered as the name of a new tool, a sentence is not', () => {
  expect([toAddPath('Quibble & Co'), addNamed('Quibble & Co')]).toEqual([
    '/add-tool?name=Quibble%20%26%20Co',
    'Add “Quibble & Co”',
  ])
  const need = 'which web pages our visitors click on'
  expect([toAddPath(need), addNamed(need)]).toEqual(['/add-tool', 'Add a tool'])
})

describe('spec 2 §3: category matching', () => {
  const categories = [
    { name: 'Development', slug: 'development', aliases: ['code'] },
    { name: 'Design & Creative', slug: 'design-creative', aliases: ['design', 'creative'] },
  ]

  it.each(['Design & Creative', 'design & CREATIVE', 'design-creative', 'Design'])(
    'resolveCategory finds a category by %j',
    (text) => expect(resolveCategory(text, categories)).toBe('Design & Creative'),
  )

  it('resolveCategory returns an unknown name unchanged', () => {
    expect(resolveCategory('Gardening', categories)).toBe('Gardening')
  })
})

describe('spec 4 §1: prices and facts', () => {
  const price = priced('2026-03-01').tool_facts

  it.each([
    [{}, '$12.50 per month'],
    [{ price_from: 99, price_period: 'year' }, '$99 per year'],
    [{ price_currency: 'EUR', price_period: 'once' }, '€12.50 once'],
    [{ price_from: null }, null],
  ])('formatPrice with %j returns %j', (changes, text) => {
    expect(formatPrice({ ...price, ...changes })).toBe(text)
  })

  it.each([
    [{}, 'Paid, from $12.50 per month'],
    [{ price_checked_on: daysAgo(400) }, 'Paid'],
    [{ pricing_model: 'freemium', price_from: null }, 'Freemium'],
    [{ pricing_model: 'free' }, 'Free'],
    [{ pricing_model: null }, '$12.50 per month'],
    [{ pricing_model: null, price_from: null }, undefined],
  ])('describeCardPricing with %j returns %s', (changes, text) => {
    const facts = { ...priced(daysAgo(300)).tool_facts, pricing_model: 'paid', ...changes }
    expect(describeCardPricing({ facets: [], tool_facts: facts })).toBe(text)
  })

  it('describeCardPricing of free software returns Open source, and without facts nothing', () => {
    const facts = { ...price, pricing_model: 'free' }
    const facets = ['license:open_source']
    expect(describeCardPricing({ facets, tool_facts: facts })).toBe('Open source')
    expect(describeCardPricing({ facets: [], tool_facts: null })).toBeUndefined()
  })

  it('formatChecked says after 12 months that a price may have changed', () => {
    expect(formatChecked(price, '2027-03-01')).toBe('Checked Mar 1, 2026')
    expect(formatChecked(price, '2027-03-02')).toBe('Checked Mar 1, 2026. It may have changed.')
  })

  it('describeFacts returns the known facts as texts', () => {
    const rows = describeFacts(priced(daysAgo(400)))
    expect(rows.map(({ term, text }) => [term, text])).toEqual([
      ['Pricing', 'Paid'],
      ['Price', '$12.50 per month'],
      ['Platforms', 'Web, Self-hosted'],
      ['Latest version', '4.2 (Feb 1, 2026)'],
    ])
    expect(rows[1]?.href).toBe('https://figma.example/pricing')
    expect(describeFacts(tool)).toEqual([])
  })
})

describe('spec 4 §1: filters by facts in the URL', () => {
  it('readFacets returns the parameters that have a value', () => {
    expect(
      readFacets(new URLSearchParams('pricing=paid&platform=&license=a%00b&alive=active')),
    ).toEqual({
      pricing: 'paid',
      license: 'ab',
      alive: 'active',
    })
  })
})

describe('spec 2 §2: filters in the URL', () => {
  const sorts = { name: 'name-asc', rating: 'rating-desc' }
  const read = (query: string) => readListingQuery(new URLSearchParams(query), sorts)

  it('readListingQuery without parameters returns sort by name, any rating and all categories', () => {
    expect(read('')).toEqual({
      search: '',
      category: '',
      minRating: 0,
      sort: 'name-asc',
      attributes: {},
      after: null,
    })
  })
  it('readListingQuery with invalid parameters returns the defaults', () => {
    expect(read('rating=99&sort=drop')).toMatchObject({ minRating: 0, sort: 'name-asc' })
  })
  it('readListingQuery with a search and no sort returns sort by relevance', () => {
    expect(read('search=fig').sort).toBe('relevance')
    expect(read('search=fig&sort=rating').sort).toBe('rating-desc')
  })
})
