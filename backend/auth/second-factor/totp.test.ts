import { describe, expect, test } from 'vitest'
import { codeAt, encodeBase32, findStep, stepAt } from './totp.ts'

// RFC 6238, appendix B: the last six of its eight digits.
const SECRET = encodeBase32(Buffer.from('12345678901234567890'))

const NONE = { last_step: 0, used_steps: [] }
const usedAt = (...steps: number[]) => ({ last_step: steps.at(-1) ?? 0, used_steps: steps })

describe('TOTP', () => {
  test('encodeBase32 returns the values of RFC 4648 §10 without padding', () => {
    const words = ['f', 'fo', 'foo', 'foob', 'fooba', 'foobar']
    expect(words.map((word) => encodeBase32(Buffer.from(word)))).toEqual([
      'MY',
      'MZXQ',
      'MZXW6',
      'MZXW6YQ',
      'MZXW6YTB',
      'MZXW6YTBOI',
    ])
  })

  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('codeAt returns at %d s the code %s of RFC 6238', (seconds, code) => {
    expect(codeAt(SECRET, stepAt(seconds * 1000))).toBe(code)
  })

  test('findStep accepts one step early or late, not two, and no used code', () => {
    const now = 1_234_567_890_000
    const step = stepAt(now)
    const accepted = [-2, -1, 0, 1, 2].map((drift) =>
      findStep(SECRET, codeAt(SECRET, step + drift), NONE, now),
    )
    expect(accepted).toEqual([undefined, step - 1, step, step + 1, undefined])
    expect(findStep(SECRET, codeAt(SECRET, step), usedAt(step), now)).toBeUndefined()
    expect(findStep(SECRET, codeAt(SECRET, step - 1), usedAt(step), now)).toBeUndefined()
    for (const code of ['', '12345', '1234567', 'abcdef']) {
      expect(findStep(SECRET, code, NONE, now)).toBeUndefined()
    }
  })

  test('findStep accepts unused codes, and no used ones, after the clock was set back', () => {
    const now = 1_234_567_890_000
    const step = stepAt(now)
    const ahead = usedAt(step, step + 100)
    const accepted = [-1, 0, 1].map((drift) =>
      findStep(SECRET, codeAt(SECRET, step + drift), ahead, now),
    )
    expect(accepted).toEqual([step - 1, undefined, step + 1])
    expect(
      findStep(SECRET, codeAt(SECRET, step + 100), usedAt(step + 100, step), now + 3_000_000),
    ).toBeUndefined()
  })
})
