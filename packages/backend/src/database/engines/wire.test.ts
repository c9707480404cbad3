import { expect, test } from 'vitest'
import { isAnswered } from './wire.ts'

const message = (letter: string) => {
  const rest = 'ZZZSSS'
  const bytes = Buffer.alloc(5 + rest.length)
  bytes.write(letter)
  bytes.writeUInt32BE(4 + rest.length, 1)
  bytes.write(rest, 5)
  return bytes
}
const messages = (letters: string) => Buffer.concat([...letters].map(message))

test.each([
  ['a query', 'Q', 'TDDCZ', true],
  ['a query of several statements', 'Q', 'NCCCZ', true],
  ['an empty query', 'Q', 'IZ', true],
  ['a query that fails', 'Q', 'TDEZ', true],
  ['a query without an answer', 'Q', '', false],
  ['a query that breaks off after a row', 'Q', 'TD', false],
  ['a prepared statement', 'PBDES', '12TDCZ', true],
  ['a prepared statement that fails', 'PBDES', '1EZ', true],
  ['a prepared statement with a missing step', 'PBDES', '1nINZ', false],
  ['a prepared statement without CommandComplete', 'PBDES', '12TZ', false],
  ['three requests, the last of which breaks off', 'QPBDESQ', 'CZ12TDCZ', false],
  ['three requests', 'QPBDESQ', 'CZ12TDCZCZ', true],
  ['a request after an error', 'QPBDESQ', 'EZEZCZ', true],
  ['a batch without Sync', 'P', '', true],
])('isAnswered: %s (%j answered by %j) is %j', (_name, batch, answer, expected) => {
  expect(isAnswered(messages(batch), messages(answer))).toBe(expected)
})
