import { describe, expect, test } from 'vitest'
import { initials } from '../shared/initials.ts'
import { toAuthorName, toDisplayName, USERNAME } from './profile.ts'
import { INDUSTRY_OPTIONS, ROLE_OPTIONS, SIZE_OPTIONS } from './words.ts'

describe('spec 1 §2, §3: names', () => {
  test('toDisplayName returns first and last name, else the username, else the fallback', () => {
    const unnamed = { first_name: null, last_name: null, username: null }
    expect(toDisplayName({ ...unnamed, first_name: 'Ana', last_name: 'Ruiz' })).toBe('Ana Ruiz')
    expect(toDisplayName({ ...unnamed, last_name: 'Ruiz', username: 'ana' })).toBe('Ruiz')
    expect(toDisplayName({ ...unnamed, username: 'ana' })).toBe('ana')
    expect(toDisplayName(unnamed)).toBe('User')
    expect(toDisplayName(unnamed, 'ana@x.example')).toBe('ana@x.example')
  })
  test('toAuthorName without a profile returns Anonymous User, with initials AU', () => {
    const name = toAuthorName({ profiles: null })
    expect(name).toBe('Anonymous User')
    expect(initials(name)).toBe('AU')
  })
  test('initials returns at most two first letters in upper case', () => {
    expect(initials('ana maria ruiz')).toBe('AM')
    expect(initials('ana')).toBe('A')
  })
  test('USERNAME matches letters, digits, hyphens and underscores only', () => {
    expect(['ana', 'Ana_2-x'].every((name) => USERNAME.test(name))).toBe(true)
    expect(['', 'a b', 'a.b', 'a%', 'ä'].some((name) => USERNAME.test(name))).toBe(false)
  })
})

const listLabels = (options: readonly (readonly [value: string, label: string])[]) =>
  options.map(([, label]) => label)

test('spec 1 §5: the roles of the form', () => {
  const labels = 'Team Member,Founder,CEO,CTO,Manager,Developer,Designer,Marketing,Sales'
  expect(listLabels(ROLE_OPTIONS)).toEqual(labels.split(','))
})

test('spec 1 §5: the sizes of a company', () => {
  const labels = ['Select size', '1-10', '11-50', '51-200', '201-1000', '1000+']
  expect(listLabels(SIZE_OPTIONS)).toEqual(labels)
})

test('spec 1 §5: the industries of a company', () => {
  const labels = 'Technology,Healthcare,Finance,Education,Retail,Manufacturing,Other'
  expect(listLabels(INDUSTRY_OPTIONS)).toEqual(['Select industry', ...labels.split(',')])
})
