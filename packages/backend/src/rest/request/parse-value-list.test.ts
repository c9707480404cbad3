import { expect, test } from 'vitest'
import { findListEnd, parseList } from './parse-value-list.ts'

test.each([
  ['()', []],
  ['(a)', ['a']],
  ['(a,)', ['a', '']],
  ['{a,b}', ['a', 'b']],
  ['(a{b,c}d,The Moon)', ['a{b', 'c}d', 'The Moon']],
  ['(a{b,The Moon)', ['a{b', 'The Moon']],
  ['(5" disk,The Moon)', ['5" disk', 'The Moon']],
  ['("a,b","c)")', ['a,b', 'c)']],
  ['("say \\"hi\\"",\\)', ['say "hi"', '\\']],
  ['("a"b,c)', ['"a"b', 'c']],
  ['("a,b)', ['"a', 'b']],
  ['{%(x%,%y)%}', ['%(x%', '%y)%']],
])('parseList(%j) returns %j', (text, values) => {
  expect(parseList(text)).toEqual(values)
})

test.each([
  ['(a,b),c', '(a,b)'],
  ['(a{b,"c)d"),e', '(a{b,"c)d")'],
  ['(5" disk),"', '(5" disk)'],
  ['{%(x%,y},z', '{%(x%,y}'],
])('findListEnd finds in %j the list %s', (text, list) => {
  expect(text.slice(0, findListEnd(text, 0))).toBe(list)
})

test.each(['(a,b', 'a)', '', '{a)'])('findListEnd throws for %j', (text) => {
  expect(() => findListEnd(text, 0)).toThrow('failed to parse list')
})
