import { describe, expect, it } from 'vitest'
import { initials } from '../shared/initials.ts'
import { toAuthorName, toDisplayName, USERNAME } from './profile.ts'

describe('spec 1 §2, §3: names', () => {
  it('toDisplayName returns first and last name, else the username, else the fallback', () => {
    const unnamed = { first_name: null, last_name: null, username: null }
    expect(toDisplayName({ ...unnamed, first_name: 'Ana', last_name: 'Ruiz' })).toBe('Ana Ruiz')
    expect(toDisplayName({ ...unnamed, last_name: 'Ruiz', username: 'ana' })).toBe('Ruiz')
    expect(toDisplayName({ ...unnamed, username: 'ana' })).toBe('ana')
    expect(toDisplayName(unnamed)).toBe('User')
    expect(toDisplayName(unnamed, 'ana@x.example')).toBe('ana@x.example')
  })
  it('toAuthorName without a profile returns Anonymous User, with initials AU', () => {
    const name = toAuthorName({ profiles: null })
    expect(name).toBe('Anonymous User')
    expect(initials(name)).toBe('AU')
  })
  it('initials returns at most two first letters in upper case', () => {
    expect(initials('ana maria ruiz')).toBe('AM')
    expect(initials('ana')).toBe('A')
  })
  it('USERNAME matches letters, digits, hyphens and underscores only', () => {
    expect(['ana', 'Ana_2-x'].every((name) => USERNAME.test(name))).toBe(true)
    expect(['', 'a b', 'a.b', 'a%', 'ä'].some((name) => USERNAME.test(name))).toBe(false)
  })
})
