import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Rich } from './rich-text.tsx'

const strong = (words: React.ReactNode) => createElement('strong', null, words)

const render = (text: string, parts: Parameters<typeof Rich>[0]['parts']) =>
  renderToStaticMarkup(createElement(Rich, { text, parts }))

test.each([
  ['Nothing else.', 'Nothing else.'],
  ['{name} is new', 'Ada &lt;3 is new'],
  ['Trusted by <mark>many</mark>.', 'Trusted by <strong>many</strong>.'],
  ['<mark>Hello {name}</mark>, {name}', '<strong>Hello Ada &lt;3</strong>, Ada &lt;3'],
])('Rich with "%s" renders "%s"', (text, html) => {
  expect(render(text, { name: 'Ada <3', mark: strong })).toBe(html)
})

test('Rich with markup in a part escapes the markup', () => {
  expect(render('By {name}', { name: '<mark>{name}</mark>', mark: strong })).toBe(
    'By &lt;mark&gt;{name}&lt;/mark&gt;',
  )
})
