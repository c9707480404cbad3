import { describe, expect, it } from 'vitest'
import { reviewerName } from '../reviews/review.ts'
import { initials } from '../shared/initials.ts'
import { isToolId } from '../shared/tool-id.ts'
import { toolJsonLd } from './detail/json-ld.ts'
import { readListingQuery } from './listing.ts'
import { toolPath } from './tool.ts'

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
}

describe('spec 2 §4: tool lookup', () => {
  it('takes an id-shaped part for an id and anything else for a slug', () => {
    expect(isToolId('0f8fad5b-d9cb-469f-a165-70867728950e')).toBe(true)
    expect(isToolId('figma')).toBe(false)
    expect(isToolId('0f8fad5b-d9cb')).toBe(false)
  })
})

describe('spec 2 §5: links to a tool', () => {
  it('fall back to the name, lower case, spaces as hyphens', () => {
    expect(toolPath({ name: 'Adobe XD', slug: '' })).toBe('/tool/adobe-xd')
    expect(toolPath({ name: 'Compare', slug: 'compare' })).toBe('/tool/compare')
  })
})

describe('spec 1 §3: a reviewer without a profile', () => {
  it('is Anonymous User with initials AU', () => {
    const name = reviewerName({ profiles: null })
    expect(name).toBe('Anonymous User')
    expect(initials(name)).toBe('AU')
  })

  it('is shown by full name, else username', () => {
    const profile = { username: 'ana', avatar_url: null, first_name: 'Ana', last_name: 'Ruiz' }
    expect(reviewerName({ profiles: profile })).toBe('Ana Ruiz')
    expect(reviewerName({ profiles: { ...profile, first_name: null, last_name: null } })).toBe(
      'ana',
    )
  })
})

describe('JSON-LD', () => {
  it('claims no rating where there is none', () => {
    expect(toolJsonLd(tool, [], 'https://x')).not.toHaveProperty('aggregateRating')
    expect(
      toolJsonLd({ ...tool, rating_average: 4.5, review_count: 2 }, [], 'https://x'),
    ).toMatchObject({
      aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
    })
  })
})

describe('spec 2 §9: filters from the address', () => {
  const sorts = { name: 'name-asc', rating: 'rating-desc' }
  const read = (query: string) => readListingQuery(new URLSearchParams(query), sorts)

  it('default to name, any rating, all categories', () => {
    expect(read('')).toEqual({
      search: '',
      category: '',
      minRating: 0,
      sort: 'name-asc',
      after: null,
    })
  })
  it('take nonsense for nothing', () => {
    expect(read('rating=99&sort=drop')).toMatchObject({ minRating: 0, sort: 'name-asc' })
  })
  it('order a search by relevance until a sort is chosen', () => {
    expect(read('search=fig').sort).toBe('relevance')
    expect(read('search=fig&sort=rating').sort).toBe('rating-desc')
  })
})
