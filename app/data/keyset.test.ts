import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beyond, markOf } from './keyset.ts'

const KEYS = [{ column: 'rating', ascending: true }, { column: 'created_at' }, { column: 'id' }]

describe('keyset paging', () => {
  it('asks for what is later in the first column, or equal there and later in the next', () => {
    const mark = markOf({ rating: 4, created_at: '2026-11-21T01:02:03+00:00', id: 'x' }, KEYS)
    expect(beyond(mark, KEYS)).toBe(
      'rating.gt."4",and(rating.eq."4",created_at.lt."2026-11-21T01:02:03+00:00"),and(rating.eq."4",created_at.eq."2026-11-21T01:02:03+00:00",id.lt."x")',
    )
  })

  it('begins anew at a mark that no page gave', () => {
    for (const mark of [null, '', 'x', '{}', '[1]', '[1,2,null]', '[1,[2],3]']) {
      expect(beyond(mark, KEYS)).toBeUndefined()
    }
  })

  it('keeps every value inside its quotes', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const filter = beyond(JSON.stringify([text]), [{ column: 'name' }]) ?? ''
        const quoted = /^name\.lt\."((?:[^"\\]|\\.)*)"$/s.exec(filter)
        expect(quoted?.[1]?.replaceAll(/\\(.)/gs, '$1')).toBe(text)
      }),
    )
  })
})
