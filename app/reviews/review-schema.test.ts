import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMPTY_REVIEW, reviewSchema, withPoint } from './review-schema.ts'

const messagesOf = (review: object) => {
  const result = reviewSchema.safeParse({
    ...EMPTY_REVIEW,
    title: 'Good',
    content: 'Long enough.',
    ...review,
  })
  return result.success ? [] : result.error.issues.map(({ message }) => message)
}

describe('spec 2 §5: review form', () => {
  it('has rating 5 by default', () => expect(EMPTY_REVIEW.rating).toBe(5))
  it('accepts a good review', () => expect(messagesOf({})).toEqual([]))
  it('requires a title', () => expect(messagesOf({ title: '  ' })).toEqual(['Title is required']))
  it('caps the title at 100', () => {
    expect(messagesOf({ title: 'a'.repeat(100) })).toEqual([])
    expect(messagesOf({ title: 'a'.repeat(101) })).toEqual(['Title too long'])
  })
  it('wants 10 to 1000 characters of content', () => {
    expect(messagesOf({ content: 'a'.repeat(9) })).toEqual([
      'Review must be at least 10 characters',
    ])
    expect(messagesOf({ content: 'a'.repeat(1000) })).toEqual([])
    expect(messagesOf({ content: 'a'.repeat(1001) })).toEqual(['Review too long'])
  })
  it.each([0, 6, 2.5])('refuses the rating %d', (rating) =>
    expect(messagesOf({ rating })).toHaveLength(1),
  )
})

describe('spec 2 §4: pros and cons entries', () => {
  it('are trimmed, and ignored when empty or already in the list', () => {
    expect(withPoint(['Fast'], '  Easy ')).toEqual(['Fast', 'Easy'])
    expect(withPoint(['Fast'], '   ')).toEqual(['Fast'])
    expect(withPoint(['Fast'], ' Fast ')).toEqual(['Fast'])
  })

  it('whatever is typed, the list stays one that the form accepts', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (entries) => {
        const list = entries.reduce<string[]>(withPoint, [])
        expect(messagesOf({ pros: list })).toEqual([])
        expect(new Set(list).size).toBe(list.length)
      }),
    )
  })
})
