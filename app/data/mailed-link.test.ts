import { expect, it } from 'vitest'
import { isSomebodyElses, linkTokens } from './mailed-link.ts'

const token = (sub: string) => `head.${btoa(JSON.stringify({ sub }))}.sign`
const stored = (id: string) => JSON.stringify({ user: { id } })

it('a fragment signs in with both tokens alone', () => {
  const link = { access_token: 'a.b.c', refresh_token: 'r' }
  expect(linkTokens('#access_token=a.b.c&refresh_token=r&type=signup')).toEqual(link)
  expect(linkTokens('#access_token=a.b.c')).toBeUndefined()
  expect(linkTokens('#content')).toBeUndefined()
})

it.each([
  ['nobody is signed in', null, false],
  ['the same person is', stored('ana'), false],
  ['somebody else is', stored('ben'), true],
  ['what is kept cannot be read', '{{{', false],
])('a link is somebody else’s: %s', (_case, session, isOther) => {
  const link = { access_token: token('ana'), refresh_token: 'r' }
  expect(isSomebodyElses(link, session)).toBe(isOther)
})

it('a token that cannot be read is nobody’s', () => {
  const link = { access_token: 'junk', refresh_token: 'r' }
  expect(isSomebodyElses(link, stored('ana'))).toBe(true)
})
