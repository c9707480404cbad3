import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COMPARED_MAX } from '../shared/limits.ts'
import {
  addTool,
  readSelection,
  recallSelection,
  rememberSelection,
  removeTool,
  toComparePath,
} from './selection.ts'

const read = (tools: string) => readSelection(new URLSearchParams({ tools }))

describe('spec 2 §4, §9: the compare selection', () => {
  it('addTool with a fifth or a selected tool returns the selection unchanged', () => {
    expect(COMPARED_MAX).toBe(4)
    expect(read('')).toEqual([])
    expect(addTool(['a', 'b', 'c', 'd'], 'e')).toEqual(['a', 'b', 'c', 'd'])
    expect(addTool(['a'], 'a')).toEqual(['a'])
    expect(addTool(['a'], 'b')).toEqual(['a', 'b'])
  })

  it('removeTool returns the selection without the tool', () => {
    expect(removeTool(['a', 'b'], 'a')).toEqual(['b'])
  })

  it('readSelection returns only slugs, each once, at most four', () => {
    expect(read('Figma,figma,<b>,notion,,x y,a,b,c')).toEqual(['figma', 'notion', 'a', 'b'])
    fc.assert(
      fc.property(fc.string(), (text) => {
        const selection = read(text)
        expect(selection.length).toBeLessThanOrEqual(COMPARED_MAX)
        expect(new Set(selection).size).toBe(selection.length)
      }),
    )
  })

  it('readSelection ignores the punctuation after a pasted link', () => {
    expect(read('figma,sketch).')).toEqual(['figma', 'sketch'])
  })

  it('recallSelection returns what rememberSelection stored within a day, with the tool as the last of four', () => {
    const now = 1_800_000_000_000
    const day = 24 * 60 * 60 * 1000
    expect(recallSelection('a', now)).toEqual(['a'])
    for (const [stored, slug, expected] of [
      [['a'], 'b', ['a', 'b']],
      [['a', 'b'], 'a', ['b', 'a']],
      [['a', 'b', 'c', 'd'], 'e', ['b', 'c', 'd', 'e']],
      [[], 'a', ['a']],
    ] as const) {
      rememberSelection(stored, now)
      expect(recallSelection(slug, now + day)).toEqual(expected)
      expect(recallSelection(slug, now + day + 1)).toEqual([slug])
    }
  })

  it('readSelection with the URL of toComparePath returns its selection', () => {
    const slug = fc.stringMatching(/^[a-z0-9]{1,9}$/)
    fc.assert(
      fc.property(fc.uniqueArray(slug, { maxLength: COMPARED_MAX }), (selection) => {
        const url = new URL(toComparePath(selection), 'https://site.example')
        expect(readSelection(url.searchParams)).toEqual(selection)
      }),
    )
  })
})
