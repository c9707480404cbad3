import { postgresChangesFilter } from '@supabase/supabase-js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ChangeRequestError, parseFilter } from './parse-filter.ts'

const column = fc.stringMatching(/^[a-z_]{1,10}$/)
const value = fc.string({ maxLength: 20, unit: 'grapheme' })

test('filters of the builder of supabase-js come back as they were built', () => {
  const operator = fc.constantFrom('eq', 'neq', 'lt', 'lte', 'gt', 'gte')
  const single = fc.record({ column, operator, values: fc.tuple(value) })
  const list = fc.record({
    column,
    operator: fc.constant('in' as const),
    // `in.()` is an empty list.
    values: fc.uniqueArray(value.filter(Boolean), { minLength: 1, maxLength: 5 }),
  })
  const condition = fc.record({ of: fc.oneof(single, list), isNegated: fc.boolean() })
  fc.assert(
    fc.property(fc.array(condition, { minLength: 1, maxLength: 5 }), (conditions) => {
      const builder = postgresChangesFilter()
      for (const { of, isNegated } of conditions) {
        if (isNegated && of.operator === 'in') builder.not(of.column, 'in', of.values)
        else if (isNegated) builder.not(of.column, of.operator as 'eq', of.values[0] ?? '')
        else if (of.operator === 'in') builder.in(of.column, of.values)
        else builder[of.operator as 'eq'](of.column, of.values[0] ?? '')
      }
      expect(parseFilter(builder.build())).toEqual(
        conditions.map(({ of, isNegated }) => ({ ...of, isNegated })),
      )
    }),
  )
})

test('any text gives conditions or a ChangeRequestError', () => {
  const part = fc.constantFrom(
    'id',
    '=',
    'eq',
    'in',
    'is',
    'not',
    '.',
    ',',
    '(',
    ')',
    '"',
    '\\',
    'é',
  )
  const text = fc.oneof(
    fc.string(),
    fc.array(part, { maxLength: 30 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (filter) => {
      try {
        for (const { column: name, values } of parseFilter(filter)) {
          expect(typeof name).toBe('string')
          expect(values.every((each) => typeof each === 'string')).toBe(true)
        }
      } catch (error) {
        if (!(error instanceof ChangeRequestError)) throw error
      }
    }),
  )
})

test.each([
  [undefined, []],
  ['  ', []],
  ['a=eq.1.5', [{ column: 'a', operator: 'eq', isNegated: false, values: ['1.5'] }]],
  ['a=eq.', [{ column: 'a', operator: 'eq', isNegated: false, values: [''] }]],
  ['a=eq.b=c', [{ column: 'a', operator: 'eq', isNegated: false, values: ['b=c'] }]],
  ['a=eq."b', [{ column: 'a', operator: 'eq', isNegated: false, values: ['"b'] }]],
  ['a=in.()', [{ column: 'a', operator: 'in', isNegated: false, values: [] }]],
  ['a=not.is.null', [{ column: 'a', operator: 'is', isNegated: true, values: ['null'] }]],
])('%s', (filter, expected) => {
  expect(parseFilter(filter)).toEqual(expected)
})
