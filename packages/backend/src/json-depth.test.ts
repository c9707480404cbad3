import { expect, test } from 'vitest'
import { isTooDeep, MAX_DEPTH } from './json-depth.ts'

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

test.each([
  ['lists at the limit', lists(MAX_DEPTH), false],
  ['lists one level deeper', lists(MAX_DEPTH + 1), true],
  ['objects one level deeper', objects(MAX_DEPTH + 1), true],
  ['lists that are never closed', '['.repeat(MAX_DEPTH + 1), true],
  ['many lists beside each other', `[${Array(500).fill('[{}]')}]`, false],
  ['brackets in a string', JSON.stringify('['.repeat(500)), false],
  ['brackets in a string after escaped quotes', JSON.stringify(`"\\"${'['.repeat(500)}`), false],
  ['lists after a string that ends in a backslash', `["\\\\",${lists(MAX_DEPTH)}]`, true],
])('isTooDeep: %s', (_name, json, expected) => {
  expect(isTooDeep(json)).toBe(expected)
})
