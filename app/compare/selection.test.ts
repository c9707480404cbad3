import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COMPARED_MAX, comparePath, readSelection, withoutTool, withTool } from './selection.ts'

const read = (tools: string) => readSelection(new URLSearchParams({ tools }))

describe('spec 2 §4, §9: the compare selection', () => {
  it('holds 0 to 4 tools; adding beyond 4 is ignored', () => {
    expect(COMPARED_MAX).toBe(4)
    expect(read('')).toEqual([])
    expect(withTool(['a', 'b', 'c', 'd'], 'e')).toEqual(['a', 'b', 'c', 'd'])
    expect(withTool(['a'], 'a')).toEqual(['a'])
    expect(withTool(['a'], 'b')).toEqual(['a', 'b'])
    expect(withoutTool(['a', 'b'], 'a')).toEqual(['b'])
  })

  it('takes from the address only slugs, each once, four at most', () => {
    expect(read('Figma,figma,<b>,notion,,x y,a,b,c')).toEqual(['figma', 'notion', 'a', 'b'])
    fc.assert(
      fc.property(fc.string(), (text) => {
        const selection = read(text)
        expect(selection.length).toBeLessThanOrEqual(COMPARED_MAX)
        expect(new Set(selection).size).toBe(selection.length)
      }),
    )
  })

  it('comes back from the address that it makes', () => {
    const slug = fc.stringMatching(/^[a-z0-9]{1,9}$/)
    fc.assert(
      fc.property(fc.uniqueArray(slug, { maxLength: COMPARED_MAX }), (selection) => {
        const url = new URL(comparePath(selection), 'https://site.example')
        expect(readSelection(url.searchParams)).toEqual(selection)
      }),
    )
  })
})
