import { expect, test } from 'vitest'
import { PreparedStatements, StatementNames } from './prepared-statements.ts'

test('nameOf returns a name from the third use of a text on, always the same', () => {
  const names = new StatementNames()
  const [first, second, third, fourth] = [1, 2, 3, 4].map(() => names.nameOf('anon', 'select 1'))
  expect([first, second]).toEqual([undefined, undefined])
  expect(third).toMatch(/^[\w-]{43}$/)
  expect(fourth).toBe(third)
  expect([1, 2, 3].map(() => names.nameOf('anon', 'select 2')).at(-1)).not.toBe(third)
})

test('nameOf returns a different name for each role', () => {
  const names = new StatementNames()
  const named = (['anon', 'authenticated', 'service_role'] as const).map((role) =>
    [1, 2, 3].map(() => names.nameOf(role, 'select 1')).at(-1),
  )
  expect(new Set(named).size).toBe(3)
})

test('nameOf drops the least recently used names and keeps those in use', () => {
  const names = new StatementNames()
  const three = (text: string) => [1, 2, 3].map(() => names.nameOf('anon', text)).at(-1)
  const used = three('select used')
  three('select dropped')
  for (let text = 0; text < 1000; text += 1) {
    three(`select ${text}`)
    expect(names.nameOf('anon', 'select used')).toBe(used)
  }
  expect(names.nameOf('anon', 'select dropped')).toBeUndefined()
})

test('nameOf returns nothing for a text of more than 8192 characters', () => {
  const names = new StatementNames()
  const long = `select '${'x'.repeat(8192)}'`
  expect([1, 2, 3, 4].map(() => names.nameOf('anon', long))).toEqual(Array(4).fill(undefined))
})

test('hasTooMany returns true for a connection with more than 300 different statements', () => {
  const prepared = new PreparedStatements()
  const connection = {}
  for (let name = 0; name < 300; name += 1) {
    for (let times = 0; times < 3; times += 1) prepared.add(connection, `s${name}`)
  }
  prepared.add(connection, undefined)
  expect(prepared.hasTooMany(connection)).toBe(false)
  prepared.add(connection, 'one more')
  expect(prepared.hasTooMany(connection)).toBe(true)
  expect(prepared.hasTooMany({})).toBe(false)
})
