import { expect, it } from 'vitest'
import { addPageKeys } from './page-keys.ts'
import { type Press, readKeys } from './read-keys.ts'

const createPress = (key: string, rest: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isBusy: false,
  at: 0,
  ...rest,
})

it.each([
  ['Ctrl K', 'search', false, createPress('k', { ctrlKey: true })],
  ['Ctrl K while typing', 'search', false, createPress('k', { ctrlKey: true, isBusy: true })],
  ['Ctrl K with caps lock', 'search', false, createPress('K', { ctrlKey: true })],
  ['⌘ K on Apple', 'search', true, createPress('k', { metaKey: true })],
  // On Apple, Ctrl K deletes to the end of the line.
  ['Ctrl K on Apple', null, true, createPress('k', { ctrlKey: true })],
  ['/', 'search', false, createPress('/')],
  ['/ while typing', null, false, createPress('/', { isBusy: true })],
  ['?', 'shortcuts', false, createPress('?')],
  ['Ctrl /', null, false, createPress('/', { ctrlKey: true })],
  ['h alone', null, false, createPress('h')],
])('readKeys with %s returns %s', (_name, command, isApple, key) =>
  expect(readKeys(isApple)(key, true)).toBe(command),
)

it('readKeys with g and a letter within a second returns a path', () => {
  const read = readKeys(false)
  expect([read(createPress('g'), true), read(createPress('l', { at: 900 }), true)]).toEqual([
    null,
    '/launches',
  ])
  expect([read(createPress('g'), true), read(createPress('l', { at: 1100 }), true)]).toEqual([
    null,
    null,
  ])
  expect([
    read(createPress('g'), true),
    read(createPress('x'), true),
    read(createPress('l'), true),
  ]).toEqual([null, null, null])
})

it('WCAG 2.1.4: readKeys without single keys returns null for them, and search for Ctrl K', () => {
  const read = readKeys(false)
  expect([read(createPress('/'), false), read(createPress('?'), false)]).toEqual([null, null])
  expect([read(createPress('g'), false), read(createPress('h'), false)]).toEqual([null, null])
  expect(read(createPress('k', { ctrlKey: true }), false)).toBe('search')
})

it('readKeys with a key of the page returns it, except after g and while typing', () => {
  const next = { key: 'j', label: 'Next', run: () => {} }
  const remove = addPageKeys([next])
  const read = readKeys(false)
  expect(read(createPress('j'), true)).toBe(next)
  expect(read(createPress('j'), false)).toBeNull()
  expect(read(createPress('j', { isBusy: true }), true)).toBeNull()
  expect(read(createPress('j', { ctrlKey: true }), true)).toBeNull()
  expect([read(createPress('g'), true), read(createPress('j'), true)]).toEqual([null, null])
  remove()
  expect(read(createPress('j'), true)).toBeNull()
})
