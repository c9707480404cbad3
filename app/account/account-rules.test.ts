import { describe, expect, it } from 'vitest'
import { recentAttempts } from './attempts.ts'
import { signInMessage, signUpMessage } from './auth-messages.ts'
import { safeNext } from './safe-next.ts'
import { secondsToWait } from './verification.ts'

describe('spec 1 §8: sign-up messages', () => {
  it.each([
    [{}, 'Registration failed. Please try again.'],
    [{ code: 'user_already_exists' }, 'An account with this email already exists.'],
    [{ code: 'email_address_invalid' }, 'Please provide a valid email address.'],
    [{ code: 'weak_password' }, 'Password does not meet security requirements.'],
    [{ code: 'weak_password', reasons: ['a', 'b'] }, 'Password is not secure enough: a, b'],
    [{ status: 429 }, 'Too many signup attempts. Please try again later.'],
    [{ status: 0 }, "Couldn't reach the site. Check your connection and try again."],
  ])('%o: %s', (refusal, message) => expect(signUpMessage(refusal)).toBe(message))
})

describe('spec 1 §8: sign-in messages', () => {
  it('say one thing for every error', () => {
    expect(signInMessage({ code: 'email_not_confirmed' })).toBe('Invalid email or password.')
    expect(signInMessage({ status: 500 })).toBe('Invalid email or password.')
    expect(signInMessage({ status: 0 })).toMatch(/^Couldn't reach the site\./)
    expect(signInMessage({ status: 429 })).toBe('Too many login attempts. Please try again later.')
  })
})

describe('spec 1 §5: attempts', () => {
  it('count for 15 minutes', () => {
    const now = 1_000_000_000
    expect(recentAttempts([now - 15 * 60_000, now - 15 * 60_000 + 1, now], now)).toHaveLength(2)
  })
})

describe('spec 1 §9: resends', () => {
  it('are 60 s apart', () => {
    const progress = { sentAt: 1000, attempts: 1 }
    expect(secondsToWait(progress, 1000)).toBe(60)
    expect(secondsToWait(progress, 60_500)).toBe(1)
    expect(secondsToWait(progress, 61_000)).toBe(0)
  })
})

describe('where a sign-in leads', () => {
  it.each([
    ['/write-review/x', '/write-review/x'],
    [null, '/'],
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['javascript:alert(1)', '/'],
  ])('%s leads to %s', (next, path) => expect(safeNext(next)).toBe(path))
})
