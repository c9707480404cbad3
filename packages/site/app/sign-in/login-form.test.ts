import { describe, expect, it } from 'vitest'
import { CommandError } from '../data/command-error.ts'
import { findRecentAttempts } from './attempts.ts'
import { accountFailure, signInFailure, signUpFailure } from './auth-failures.ts'
import { sanitizeNextPath } from './login-form.tsx'
import { computeWaitSeconds } from './sign-up/verification.ts'

const createRefusal = (code: string, publicMessage?: string) =>
  new CommandError('refused', { code, publicMessage })

describe('spec 1 §8: signUpFailure', () => {
  it.each([
    [new CommandError('unexpected'), 'Registration failed. Please try again.'],
    [new CommandError('conflict'), 'An account with this email already exists.'],
    [createRefusal('email_address_invalid'), 'Please provide a valid email address.'],
    [createRefusal('weak_password'), 'Password does not meet security requirements.'],
    [createRefusal('weak_password', 'a, b'), 'Password is not secure enough: a, b'],
    [new CommandError('rate-limited'), 'Too many signup attempts. Please try again later.'],
    [new CommandError('offline'), "Couldn't reach the site. Check your connection and try again."],
  ])('signUpFailure(%o) returns %s', (failure, message) =>
    expect(signUpFailure(failure)).toBe(message),
  )
})

describe('spec 1 §8: signInFailure', () => {
  it.each([
    [createRefusal('email_not_confirmed'), 'Invalid email or password.'],
    [new CommandError('unexpected'), 'Invalid email or password.'],
    [new CommandError('rate-limited'), 'Too many login attempts. Please try again later.'],
    [new CommandError('offline'), "Couldn't reach the site. Check your connection and try again."],
  ])('signInFailure(%o) returns %s', (failure, message) =>
    expect(signInFailure(failure)).toBe(message),
  )
})

describe('spec 1 §8: accountFailure, why an address or a password was not changed', () => {
  it.each([
    [createRefusal('same_password', 'It is the old one.'), 'It is the old one.'],
    [new CommandError('conflict', { publicMessage: 'It is taken.' }), 'It is taken.'],
    [new CommandError('unexpected'), 'An unexpected error occurred. Please try again.'],
    [new CommandError('signed-out'), 'Your session has ended. Please sign in again.'],
    [new CommandError('offline'), "Couldn't reach the site. Check your connection and try again."],
  ])('accountFailure(%o) returns %s', (failure, message) =>
    expect(accountFailure(failure)).toBe(message),
  )
})

describe('spec 1 §5: attempts', () => {
  it('findRecentAttempts returns the attempts of the last 15 minutes', () => {
    const now = 1_000_000_000
    expect(findRecentAttempts([now - 15 * 60_000, now - 15 * 60_000 + 1, now], now)).toHaveLength(2)
  })
})

describe('spec 1 §9: resends', () => {
  it('computeWaitSeconds returns the time until 60 s after the last mail', () => {
    const progress = { sentAt: 1000, attempts: 1 }
    expect(computeWaitSeconds(progress, 1000)).toBe(60)
    expect(computeWaitSeconds(progress, 60_500)).toBe(1)
    expect(computeWaitSeconds(progress, 61_000)).toBe(0)
  })
})

describe('the page after a sign-in', () => {
  it.each([
    ['/write-review/x', '/write-review/x'],
    [null, '/'],
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['javascript:alert(1)', '/'],
  ])('sanitizeNextPath(%s) returns %s', (next, path) => expect(sanitizeNextPath(next)).toBe(path))
})
