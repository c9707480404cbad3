import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { findStep } from './totp-factor.ts'

const SECRET = Secret.fromLatin1('12345678901234567890').base32
const NOW = 1_234_567_890_000
const STEP = TOTP.counter({ timestamp: NOW })

const NONE = { last_step: 0, used_steps: [] }
const usedAt = (...steps: number[]) => ({ last_step: steps.at(-1) ?? 0, used_steps: steps })
const codeAt = (step: number) => new TOTP({ secret: SECRET }).generate({ timestamp: step * 30_000 })

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [20000000000, '353130'],
])('findStep accepts at %d s the code %s of RFC 6238', (seconds, code) => {
  expect(findStep(SECRET, code, NONE, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test('findStep accepts one step early or late, not two, and no used code', () => {
  const accepted = [-2, -1, 0, 1, 2].map((drift) =>
    findStep(SECRET, codeAt(STEP + drift), NONE, NOW),
  )
  expect(accepted).toEqual([undefined, STEP - 1, STEP, STEP + 1, undefined])
  expect(findStep(SECRET, codeAt(STEP), usedAt(STEP), NOW)).toBeUndefined()
  expect(findStep(SECRET, codeAt(STEP - 1), usedAt(STEP), NOW)).toBeUndefined()
  for (const code of ['', '12345', '1234567', 'abcdef']) {
    expect(findStep(SECRET, code, NONE, NOW)).toBeUndefined()
  }
})

test('findStep accepts unused codes, and no used ones, after the clock was set back', () => {
  const ahead = usedAt(STEP, STEP + 100)
  const accepted = [-1, 0, 1].map((drift) => findStep(SECRET, codeAt(STEP + drift), ahead, NOW))
  expect(accepted).toEqual([STEP - 1, undefined, STEP + 1])
  const later = NOW + 3_000_000
  expect(findStep(SECRET, codeAt(STEP + 100), usedAt(STEP + 100, STEP), later)).toBeUndefined()
})
