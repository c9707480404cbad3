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
  expect(note?.corrected).toEqual({ text: 'video editor', searchAsTyped: '"vidoe" editor' })
})

test.each([
  ['Éditeur vidoe', 'editeur video', 'Éditeur "vidoe"'],
  ['c++ edtor', 'cplusplus editor', 'c++ "edtor"'],
  ['"vidoe" edtor', 'vidoe editor', '"vidoe" "edtor"'],
])(
  'the correction of %s puts only the corrected words in quotation marks',
  (search, corrected, expected) => {
    const note = describeUnderstanding(search, { ...PLAIN, corrected }, [])
    expect(note?.corrected?.searchAsTyped).toBe(expected)
  },
)

test.each([
  ['Büro für Vereine', 'Büro', '"Büro" für Vereine'],
  ['C++ notes', 'C++', '"C++" notes'],
  ['crm without Salesforce', 'Salesforce', 'crm without "Salesforce"'],
])('the chip of %s quotes %s as it is typed', (search, word, expected) => {
  const note = describeUnderstanding(search, { ...PLAIN, ignored: [word] }, [])
  expect(note?.ignored[0]).toEqual({ text: word, searchWith: expected })
})
