import { expect, test } from 'vitest'
import { describeUnderstanding } from './read-search-note.ts'

const PLAIN = {
  ...{ text: 'video editor', capabilities: [], facts: [], compare: [], ignored: [] },
  ...{ pricing: null, platform: null, license: null, alternatives_to: null, corrected: null },
  ...{ unknown: [], without: [], language: 'en' },
}

test('a search whose words are all text has no note', () => {
  expect(describeUnderstanding('video editor', PLAIN, [])).toBeNull()
})

test('each fact has the search in which its words are text', () => {
  const note = describeUnderstanding(
    'Free  open-source video editor',
    {
      ...PLAIN,
      facts: [
        { kind: 'license', value: 'open_source', words: 'open source' },
        { kind: 'pricing', value: 'free', words: 'free' },
      ],
    },
    [],
  )
  expect(note?.facts.map(({ label, searchWithout }) => [label, searchWithout])).toEqual([
    ['Open source', 'Free  "open-source" video editor'],
    ['Free', '"Free"  open-source video editor'],
  ])
})

test('alternatives and comparisons link to their pages', () => {
  expect(
    describeUnderstanding('slack alternative', { ...PLAIN, alternatives_to: 'slack' }, ['Slack'])
      ?.alternatives,
  ).toEqual({ text: 'Alternatives to Slack', path: '/tool/slack/alternatives' })
  expect(
    describeUnderstanding('a vs b', { ...PLAIN, compare: ['a', 'b'] }, ['A', 'B'])?.comparison,
  ).toEqual({ text: 'Compare A and B', path: '/compare?tools=a,b' })
})

test.each([
  ['ignored', 'best crm', 'best', '"best" crm'],
  ['without', 'notes -notion', 'notion', 'notes "notion"'],
])('a word that is %s has the search in which it is text', (kind, search, word, expected) => {
  const note = describeUnderstanding(search, { ...PLAIN, [kind]: [word] }, [])
  expect(note?.[kind as 'ignored' | 'without']).toEqual([{ text: word, searchWith: expected }])
})

test('words are found in a search with accents', () => {
  const facts = [{ kind: 'license', value: 'open_source', words: 'codigo abierto' }]
  const note = describeUnderstanding('CRM de Código abierto', { ...PLAIN, facts }, [])
  expect(note?.facts[0]?.searchWithout).toBe('CRM de "Código abierto"')
})

test('a corrected search has the search as typed, in quotation marks', () => {
  const note = describeUnderstanding('vidoe editor', { ...PLAIN, corrected: 'video editor' }, [])
  expect(note?.corrected).toEqual({ text: 'video editor', searchAsTyped: '"vidoe editor"' })
})
