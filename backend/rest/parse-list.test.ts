import { expect, test } from 'vitest'
import { endOfList, parseList } from './parse-list.ts'

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
])('%s holds %j', (text, values) => {
  expect(parseList(text)).toEqual(values)
})

test.each([
  ['(a,b),c', '(a,b)'],
  ['(a{b,"c)d"),e', '(a{b,"c)d")'],
  ['(5" disk),"', '(5" disk)'],
  ['{%(x%,y},z', '{%(x%,y}'],
])('%s begins with the list %s', (text, list) => {
  expect(text.slice(0, endOfList(text, 0))).toBe(list)
})

test.each(['(a,b', 'a)', '', '{a)'])('%j begins with no list', (text) => {
  expect(() => endOfList(text, 0)).toThrow('failed to parse list')
})
