import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addPoint, EMPTY_REVIEW, reviewSchema } from './review-schema.ts'

const findMessages = (review: object) => {
  const result = reviewSchema.safeParse({
    ...EMPTY_REVIEW,
    title: 'Good',
    content: 'Long enough.',
    ...review,
  })
  return result.success ? [] : result.error.issues.map(({ message }) => message)
}

describe('spec 2 §5: review form', () => {
  it('EMPTY_REVIEW has rating 5', () => expect(EMPTY_REVIEW.rating).toBe(5))
  it('reviewSchema with a valid review finds no error', () => expect(findMessages({})).toEqual([]))
  it('reviewSchema without a title returns "Title is required"', () =>
    expect(findMessages({ title: '  ' })).toEqual(['Title is required']))
  it('reviewSchema with a title of 101 characters returns "Title too long"', () => {
    expect(findMessages({ title: 'a'.repeat(100) })).toEqual([])
    expect(findMessages({ title: 'a'.repeat(101) })).toEqual(['Title too long'])
  })
  it('reviewSchema with a content outside of 10 to 1000 characters returns an error', () => {
    expect(findMessages({ content: 'a'.repeat(9) })).toEqual([
      'Review must be at least 10 characters',
    ])
    expect(findMessages({ content: 'a'.repeat(1000) })).toEqual([])
    expect(findMessages({ content: 'a'.repeat(1001) })).toEqual(['Review too long'])
  })
  it.each([0, 6, 2.5])('reviewSchema with the rating %d returns an error', (rating) =>
    expect(findMessages({ rating })).toHaveLength(1),
  )
})

describe('spec 2 §4: pros and cons entries', () => {
  it('addPoint trims the entry and ignores it if it is empty or a duplicate', () => {
    expect(addPoint(['Fast'], '  Easy ')).toEqual(['Fast', 'Easy'])
    expect(addPoint(['Fast'], '   ')).toEqual(['Fast'])
    expect(addPoint(['Fast'], ' Fast ')).toEqual(['Fast'])
  })

  it('addPoint with any entries returns a list that reviewSchema accepts', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (entries) => {
        const list = entries.reduce<string[]>(addPoint, [])
        expect(findMessages({ pros: list })).toEqual([])
        expect(new Set(list).size).toBe(list.length)
      }),
    )
  })
})
