import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildCursorFilter, encodeCursor } from './keyset.ts'

const KEYS = [{ column: 'rating', ascending: true }, { column: 'created_at' }, { column: 'id' }]

describe('keyset paging', () => {
  it('buildCursorFilter filters rows later in the first column, or equal there and later in the next', () => {
    const cursor = encodeCursor(
      { rating: 4, created_at: '2026-11-21T01:02:03+00:00', id: 'x' },
      KEYS,
    )
    expect(buildCursorFilter(cursor, KEYS)).toBe(
      'rating.gt."4",and(rating.eq."4",created_at.lt."2026-11-21T01:02:03+00:00"),and(rating.eq."4",created_at.eq."2026-11-21T01:02:03+00:00",id.lt."x")',
    )
  })

  it('buildCursorFilter without a valid cursor returns undefined', () => {
    for (const cursor of [null, '', 'x', '{}', '[1]', '[1,2,null]', '[1,[2],3]']) {
      expect(buildCursorFilter(cursor, KEYS)).toBeUndefined()
    }
  })

  it('buildCursorFilter quotes every value', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const filter = buildCursorFilter(JSON.stringify([text]), [{ column: 'name' }]) ?? ''
        const quoted = /^name\.lt\."((?:[^"\\]|\\.)*)"$/s.exec(filter)
        expect(quoted?.[1]?.replaceAll(/\\(.)/gs, '$1')).toBe(text)
      }),
    )
  })
})
