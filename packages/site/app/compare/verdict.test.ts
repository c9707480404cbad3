import { expect, test } from 'vitest'
import { describeLeaders } from './verdict.ts'

/** @param text tools as "Asana 9 0": the counted reviews, and the place. Two places apart is probable. */
function describe(text: string): string {
  const tools = text.split(', ').flatMap((each) => {
    const [, name = '', counted, place] = /^(.+) (\d+) (\d+)$/.exec(each) ?? []
    return name
      ? [{ slug: name, name, counted_reviews: Number(counted), place: Number(place) }]
      : []
  })
  const pairs = tools.flatMap((one, at) =>
    tools.slice(at + 1).map((other) => {
      const distance = Math.max(-3, Math.min(3, other.place - one.place))
      return { a: one.slug, b: other.slug, probability: 0.5 + 0.15 * distance }
    }),
  )
  return describeLeaders(tools, pairs)
}

test.each([
  ['', 'No tool here has reviews yet.'],
  ['Asana 0 0', 'No tool here has reviews yet.'],
  ['Asana 2 0, Trello 0 1', 'No tool here has enough reviews for a verdict.'],
  ['Asana 3 0, Trello 2 1', 'Only Asana has enough reviews for a verdict.'],
  ['Asana 9 0, Trello 3 2', 'Asana leads. Then Trello.'],
  ['Asana 9 2, Trello 3 0', 'Trello leads. Then Asana.'],
  ['Asana 9 0, Trello 3 1', 'Asana and Trello lead and cannot be told apart.'],
  [
    'Notion 9 0, Trello 9 1, Asana 9 3, Jira 9 6',
    'Notion and Trello lead and cannot be told apart. Then Asana.',
  ],
  // Naming one of many that come next would prefer it.
  ['Notion 9 0, A 9 3, B 9 3, C 9 3, D 9 3', 'Notion leads.'],
  [
    'A 9 0, B 9 0, C 9 0, D 9 0, E 9 0, F 9 0, G 9 0, H 9 0, I 9 0',
    'A, B, C, D, and 4 more lead and cannot be told apart.',
  ],
  [
    'One of the very many 9 0, Two of the very many 9 0, Three of the very many 9 0',
    'One of the very many, Two of the very many, and 1 more lead and cannot be told apart.',
  ],
  [`${'A '.repeat(20)}1 9 0, ${'B '.repeat(20)}1 9 0`, '2 tools lead and cannot be told apart.'],
])('the verdict of "%s" has at most 20 words', (tools, verdict) => {
  const text = describe(tools)
  expect(text).toBe(verdict)
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(20)
})
