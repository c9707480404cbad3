import { expect, test } from 'vitest'
import { StatementNames } from './statement-names.ts'

test('a text is named when it comes for the third time, and keeps its name', () => {
  const names = new StatementNames()
  expect([1, 2, 3, 4].map(() => names.nameOf('select 1'))).toEqual([
    undefined,
    undefined,
    's0',
    's0',
  ])
  expect([1, 2, 3].map(() => names.nameOf('select 2')).at(-1)).toBe('s1')
})

test('however many texts there are, few are named', () => {
  const names = new StatementNames()
  const named = new Set<string | undefined>()
  for (let text = 0; text < 5000; text += 1) {
    for (let times = 0; times < 3; times += 1) named.add(names.nameOf(`select ${text}`))
  }
  named.delete(undefined)
  expect(named.size).toBe(300)
})
