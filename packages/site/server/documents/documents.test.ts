import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDocuments } from './documents.ts'
import { renderDocument, summarizeDocument } from './render-document.ts'

const documents = openDocuments()
const all = documents.list().map(({ path }) => ({ path, ...documents.read(path) }))
const idsOf = (html = '') => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
const ids = new Map(all.map(({ path, html }) => [path, new Set(idsOf(html))]))

test('each document has a title and a description', () => {
  expect(all.length).toBeGreaterThan(50)
  expect(all.filter(({ title, description }) => !title || !description)).toEqual([])
})

test('links between documents lead to a document and to an anchor in it', () => {
  const links = all.flatMap(({ path, html = '' }) =>
    [...html.matchAll(/<a href="(\/docs\/[^"#]*)?(?:#([^"]*))?"/g)].map(
      ([, page = `/docs/${path}`, anchor]) => ({ from: path, page, anchor }),
    ),
  )
  expect(links.length).toBeGreaterThan(150)
  const dead = links.filter(({ page, anchor }) => {
    const known = ids.get(page.replace('/docs/', ''))
    return !known || (anchor !== undefined && !known.has(decodeURIComponent(anchor)))
  })
  expect(dead).toEqual([])
})

test('pictures lead to the files of the folder', () => {
  const sources = all.flatMap(({ html = '' }) =>
    [...html.matchAll(/<img src="\/docs\/([^"]+)" alt="[^"]+"/g)].map(([, name]) => name),
  )
  expect(sources).toEqual(globSync('*.png', { cwd: join(import.meta.dirname, '../../../../docs') }))
})

test('a path that is no document has none', () => {
  for (const path of ['', 'nope', '../package', 'operating.md', 'decisions'])
    expect([path, documents.read(path)]).toEqual([path, undefined])
})

describe('renderDocument', () => {
  const render = (text: string) =>
    renderDocument('docs/spec/one.md', text, (file) =>
      file === 'docs/two.md' ? '/docs/two' : undefined,
    )

  test('shows no title and no HTML, and only links to what the site shows', () => {
    const { html } = render(
      '# One\n\n<b>x</b> [two](../two.md#a) [code](../../server/main.ts) [out](https://x.example)',
    )
    expect(html).toBe(
      '<p>&lt;b&gt;x&lt;/b&gt; <a href="/docs/two#a">two</a> <span>code</span> <a href="https://x.example">out</a></p>\n',
    )
  })

  test('anchors are those of GitHub, and headings of the second level are the contents', () => {
    const { html, headings } = render('# One\n\n## A `b` & c\n\n### D\n\n## D')
    expect(idsOf(html)).toEqual(['a-b--c', 'd', 'd-1'])
    expect(headings).toEqual([
      { id: 'a-b--c', title: 'A b & c' },
      { id: 'd-1', title: 'D' },
    ])
  })

  test('a table can be scrolled with the keyboard', () => {
    expect(render('| a |\n|---|\n| b |').html).toMatch(
      /^<div class="scrolled" role="group" aria-label="Table" tabindex="0"><table>/,
    )
  })
})

test('a description is the first paragraph without marks, cut after a sentence', () => {
  const long = `${'word '.repeat(20)}ends. ${'more '.repeat(40)}`
  expect(summarizeDocument(`# A \`b\`\n\nStatus: accepted.\n`)).toEqual({
    title: 'A b',
    description: 'Status: accepted.',
  })
  expect(summarizeDocument(`# A\n\n[x](y.md) **${long.trim()}**`).description).toMatch(
    /^x word .* ends\.$/,
  )
})
