import { expect, it } from 'vitest'
import { type Press, readKeys } from './shortcuts.ts'

const press = (key: string, rest: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isBusy: false,
  at: 0,
  ...rest,
})

it.each([
  ['Ctrl K', false, press('k', { ctrlKey: true }), 'palette'],
  ['Ctrl K while typing', false, press('k', { ctrlKey: true, isBusy: true }), 'palette'],
  ['Ctrl K with the lock of capitals', false, press('K', { ctrlKey: true }), 'palette'],
  ['⌘ K on Apple', true, press('k', { metaKey: true }), 'palette'],
  // On Apple it deletes to the end of the line.
  ['Ctrl K on Apple', true, press('k', { ctrlKey: true }), null],
  ['/', false, press('/'), 'search'],
  ['/ while typing', false, press('/', { isBusy: true }), null],
  ['?', false, press('?'), 'shortcuts'],
  ['Ctrl /', false, press('/', { ctrlKey: true }), null],
  ['h alone', false, press('h'), null],
])('%s', (_name, isApple, key, command) => expect(readKeys(isApple)(key, true)).toBe(command))

it('g and then a letter leads somewhere, if it comes soon', () => {
  const read = readKeys(false)
  expect([read(press('g'), true), read(press('l', { at: 900 }), true)]).toEqual([null, '/launches'])
  expect([read(press('g'), true), read(press('l', { at: 1100 }), true)]).toEqual([null, null])
  expect([read(press('g'), true), read(press('x'), true), read(press('l'), true)]).toEqual([
    null,
    null,
    null,
  ])
})

it('WCAG 2.1.4: single keys can be switched off, and the palette stays', () => {
  const read = readKeys(false)
  expect([read(press('/'), false), read(press('?'), false)]).toEqual([null, null])
  expect([read(press('g'), false), read(press('h'), false)]).toEqual([null, null])
  expect(read(press('k', { ctrlKey: true }), false)).toBe('palette')
})
