import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findPasswordProblems, passwordStrength } from './password-rules.ts'

describe('spec 1 §5: sign-up password', () => {
  it('findPasswordProblems with a valid password is empty', () =>
    expect(findPasswordProblems('Violet-Kettle-84')).toEqual([]))
  it('findPasswordProblems(violet) returns all four broken rules', () =>
    expect(findPasswordProblems('violet')).toHaveLength(4))
  it.each([
    ['Short-84', 'Password must be at least 12 characters long'],
    ['VIOLET-KETTLE-84', 'Password must contain at least one lowercase letter'],
    ['violet-kettle-84', 'Password must contain at least one uppercase letter'],
    ['Violet-Kettle-xy', 'Password must contain at least one number'],
    ['VioletKettle84', 'Password must contain at least one special character'],
    ['Violeeet-Kettle-84', 'Password contains common patterns and is not secure.'],
    ['Violet-Kettle-123', 'Password contains common patterns and is not secure.'],
    ['Abc-Violet-Kettle-84', 'Password contains common patterns and is not secure.'],
    ['Qwerty-Kettle-84', 'Password contains common patterns and is not secure.'],
  ])('findPasswordProblems(%s) returns "%s"', (password, problem) =>
    expect(findPasswordProblems(password)).toEqual([problem]),
  )
})

describe('spec 1 §4: password strength', () => {
  it.each([
    ['', 'weak'],
    ['violet', 'weak'],
    ['Violet', 'medium'],
    ['Violet8', 'medium'],
    ['Violet-8', 'strong'],
    ['Violet-Kettle-84', 'strong'],
  ])('passwordStrength(%s) returns %s', (password, strength) =>
    expect(passwordStrength(password)).toBe(strength),
  )

  it('passwordStrength without findPasswordProblems returns strong', () => {
    fc.assert(
      fc.property(fc.string(), (password) => {
        if (findPasswordProblems(password).length === 0)
          expect(passwordStrength(password)).toBe('strong')
      }),
    )
  })
})
