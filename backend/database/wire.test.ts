import { expect, test } from 'vitest'
import { isAnswered } from './wire.ts'

const message = (letter: string, rest = '') => {
  const bytes = Buffer.alloc(5 + rest.length)
  bytes.write(letter)
  bytes.writeUInt32BE(4 + rest.length, 1)
  bytes.write(rest, 5)
  return bytes
}
const query = message('Q', 'select 1\0')
const sync = message('S')
const ready = message('Z', 'I')
const row = message('D', 'ZZZZ')

test.each([
  ['a query', [query], [row, ready], true],
  ['a query without a word', [query], [], false],
  ['a query that breaks off', [query], [row], false],
  ['the second of two that breaks off', [query, message('P'), sync], [ready, row], false],
  ['both of two', [query, message('P'), sync], [ready, row, ready], true],
  ['one that asks for nothing yet', [message('P', 'S\0select 1\0')], [], true],
])('%s', (_name, batch, answer, expected) => {
  expect(isAnswered(Buffer.concat(batch), Buffer.concat(answer))).toBe(expected)
})
