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
  ['a query without a word', 'Q', '', false],
  ['a query that breaks off', 'Q', 'TD', false],
  ['a statement', 'PBDES', '12TDCZ', true],
  ['a statement that fails', 'PBDES', '1EZ', true],
  ['a statement of which a step is left out', 'PBDES', '1nINZ', false],
  ['a statement without an end', 'PBDES', '12TZ', false],
  ['the last of three that breaks off', 'QPBDESQ', 'CZ12TDCZ', false],
  ['three', 'QPBDESQ', 'CZ12TDCZCZ', true],
  ['what fails after an error', 'QPBDESQ', 'EZEZCZ', true],
  ['one that asks for nothing yet', 'P', '', true],
])('%s', (_name, batch, answer, expected) => {
  expect(isAnswered(messages(batch), messages(answer))).toBe(expected)
})
