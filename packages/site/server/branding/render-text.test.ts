import { expect, test } from 'vitest'
import { renderText } from './render-text.ts'

const CHANGED_AT = new Date('2026-11-24T10:00:00Z')
const render = (text: string) => renderText('privacy.md', text, CHANGED_AT)

test('renderText of a text without a date returns the day of its last change', () => {
  expect(render('Text')).toEqual({ html: '<p>Text</p>\n', date: '2026-11-24' })
})

test('renderText takes the date between two lines --- and the first heading as the title', () => {
  expect(render('---\ndate: 2026-03-01\n---\n\n# What we **keep**\n\nNothing.')).toEqual({
    title: 'What we keep',
    html: '<p>Nothing.</p>\n',
    date: '2026-03-01',
  })
})

test('renderText puts headings below the title, without gaps, and gives them anchors', () => {
  const { html } = render('# Rules\n\n# Spam\n\n#### Links\n\n## Not genuine\n\n# Spam')
  expect(html.match(/<h\d.*<\/h\d>/g)).toEqual([
    '<h2 id="spam">Spam</h2>',
    '<h3 id="links">Links</h3>',
    '<h3 id="not_genuine">Not genuine</h3>',
    '<h2 id="spam_2">Spam</h2>',
  ])
})

test.each([
  ['<script>alert(1)</script>', '&lt;script&gt;'],
  ['a <b onclick="x">b</b>', '&lt;b onclick=&quot;x&quot;&gt;'],
  ['[link](javascript:alert(1))', '[link](javascript:alert(1))'],
  ['[link](data:text/html,x)', '[link](data:text/html,x)'],
  ['![picture](https://x.example/a.png)', '!<a href="https://x.example/a.png">picture</a>'],
])('renderText of %s returns %s', (text, html) => {
  expect(render(text).html).toContain(html)
})
