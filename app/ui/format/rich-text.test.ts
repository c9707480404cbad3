import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Rich } from './rich-text.tsx'

const strong = (words: React.ReactNode) => createElement('strong', null, words)

const rendered = (text: string, parts: Parameters<typeof Rich>[0]['parts']) =>
  renderToStaticMarkup(createElement(Rich, { text, parts }))

test.each([
  ['Nothing else.', 'Nothing else.'],
  ['{name} is new', 'Ada &lt;3 is new'],
  ['Trusted by <mark>many</mark>.', 'Trusted by <strong>many</strong>.'],
  ['<mark>Hello {name}</mark>, {name}', '<strong>Hello Ada &lt;3</strong>, Ada &lt;3'],
])('%s', (text, html) => {
  expect(rendered(text, { name: 'Ada <3', mark: strong })).toBe(html)
})

test('what somebody wrote is no sentence of ours', () => {
  expect(rendered('By {name}', { name: '<mark>{name}</mark>', mark: strong })).toBe(
    'By &lt;mark&gt;{name}&lt;/mark&gt;',
  )
})
