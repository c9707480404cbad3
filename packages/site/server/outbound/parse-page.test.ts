import { describe, expect, it } from 'vitest'
import { listHeadTags } from './list-head-tags.ts'
import { parsePage } from './parse-page.ts'

const FORMATS = Array.from({ length: 1500 }, (_, i) => `<b id=${i}>`).join('')

describe('a page of another site', () => {
  it.each([
    ['paragraphs', '<body>', '<p>x'],
    ['a template in the head', '<head><template>', '<p>x'],
    ['links', '<body>', '<a><p>x'],
  ])('with formats that %s open again has too many elements', (_where, start, again) => {
    const html = `${start}<p>${FORMATS}${again.repeat(2000)}`
    expect(html.length).toBeLessThan(64 * 1024)
    expect(() => parsePage(html)).toThrow('more than 50000 elements')
    expect(() => listHeadTags(html, 'meta')).toThrow('elements')
  })

  it('may have ten thousand elements in 256 KB', () => {
    const html = `<link rel=icon href=a.png>${'<li><a href="/x">word</a>'.repeat(10_000)}`
    expect(listHeadTags(html, 'link')).toHaveLength(1)
  })
})
