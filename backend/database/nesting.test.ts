import { expect, test } from 'vitest'
import { DEEPEST, isTooDeep } from './nesting.ts'

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

test.each([
  ['as deep as can be', lists(DEEPEST), false],
  ['one deeper', lists(DEEPEST + 1), true],
  ['objects', objects(DEEPEST + 1), true],
  ['never closed', '['.repeat(DEEPEST + 1), true],
  ['beside each other', `[${Array(500).fill('[{}]')}]`, false],
  ['inside a text', JSON.stringify('['.repeat(500)), false],
  ['inside a text, behind quotes', JSON.stringify(`"\\"${'['.repeat(500)}`), false],
  ['behind a text that ends in a backslash', `["\\\\",${lists(DEEPEST)}]`, true],
])('%s', (_name, json, expected) => {
  expect(isTooDeep(json)).toBe(expected)
})
