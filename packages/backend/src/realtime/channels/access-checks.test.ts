import { expect, test } from 'vitest'
import type { Caller, Database } from '../../database/database.ts'
import { AccessChecks } from './access-checks.ts'
import { FULL_ACCESS } from './channel-access.ts'

const anon: Caller = { role: 'anon', claims: { role: 'anon' } }
const member: Caller = { role: 'authenticated', claims: { sub: '1' } }

/** Checks whose statements wait for `answer`. */
function createChecks() {
  const statements: { topic: string; answer: PromiseWithResolvers<object[]> }[] = []
  const as = (_caller: Caller, _text: string, [topic]: [string]) => {
    const answer = Promise.withResolvers<object[]>()
    statements.push({ topic, answer })
    return answer.promise
  }
  return { checks: new AccessChecks({ as } as unknown as Database), statements }
}

test('joins that wait for a running check of the same claims and topic share the next one', async () => {
  const { checks, statements } = createChecks()
  const first = checks.load(anon, 'room')
  const later = [checks.load(anon, 'room'), checks.load({ ...anon }, 'room')]
  expect(statements).toHaveLength(1)
  statements[0]?.answer.resolve([FULL_ACCESS])
  expect(await first).toEqual(FULL_ACCESS)
  await expect.poll(() => statements).toHaveLength(2)
  const after = { ...FULL_ACCESS, canTrack: false }
  statements[1]?.answer.resolve([after])
  expect(await Promise.all(later)).toEqual([after, after])
  void checks.load(anon, 'room')
  expect(statements).toHaveLength(3)
})

test('other claims and other topics have checks of their own', () => {
  const { checks, statements } = createChecks()
  void checks.load(anon, 'room')
  void checks.load(member, 'room')
  void checks.load({ ...member, claims: { sub: '2' } }, 'room')
  void checks.load(anon, 'hall')
  expect(statements.map(({ topic }) => topic)).toEqual(['room', 'room', 'room', 'hall'])
})

test('a check that fails is not the result of the next one', async () => {
  const { checks, statements } = createChecks()
  const first = checks.load(anon, 'room')
  const second = checks.load(anon, 'room')
  statements[0]?.answer.reject(new Error('down'))
  await expect(first).rejects.toThrow('down')
  await expect.poll(() => statements).toHaveLength(2)
  statements[1]?.answer.resolve([FULL_ACCESS])
  expect(await second).toEqual(FULL_ACCESS)
})
