import { expect, test } from 'vitest'
import { followPointer } from './read-figure.ts'

test.each([
  ['', { a: 1 }, { a: 1 }],
  ['/a/5', { a: { 5: 2 } }, 2],
  ['/0/b', [{ b: 3 }], 3],
  ['/a~1b/m~0n', { 'a/b': { 'm~n': 4 } }, 4],
  ['/a', { a: null }, null],
  ['/a/b', { a: null }, undefined],
  ['/toString', {}, undefined],
])('followPointer "%s" of %j returns %j', (pointer, value, part) => {
  expect(followPointer(value, pointer)).toEqual(part)
})
