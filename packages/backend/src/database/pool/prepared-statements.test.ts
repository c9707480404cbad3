import { expect, test } from 'vitest'
import { PreparedStatements, StatementNames } from './prepared-statements.ts'

test('getName returns a name from the third use of a text on, always the same', () => {
  const names = new StatementNames()
  const [first, second, third, fourth] = [1, 2, 3, 4].map(() => names.getName('anon', 'select 1'))
  expect([first, second]).toEqual([undefined, undefined])
  expect(third).toMatch(/^[\w-]{43}$/)
  expect(fourth).toBe(third)
  expect([1, 2, 3].map(() => names.getName('anon', 'select 2')).at(-1)).not.toBe(third)
})

test('getName returns a different name for each role', () => {
  const names = new StatementNames()
  const named = (['anon', 'authenticated', 'service_role'] as const).map((role) =>
    [1, 2, 3].map(() => names.getName(role, 'select 1')).at(-1),
  )
  expect(new Set(named).size).toBe(3)
})

test('getName drops the least recently used names and keeps those in use', () => {
  const names = new StatementNames()
  const three = (text: string) => [1, 2, 3].map(() => names.getName('anon', text)).at(-1)
  const used = three('select used')
  three('select dropped')
  for (let text = 0; text < 1000; text += 1) {
    three(`select ${text}`)
    expect(names.getName('anon', 'select used')).toBe(used)
  }
  expect(names.getName('anon', 'select dropped')).toBeUndefined()
})

test('getName returns nothing for a text of more than 8192 characters', () => {
  const names = new StatementNames()
  const long = `select '${'x'.repeat(8192)}'`
  expect([1, 2, 3, 4].map(() => names.getName('anon', long))).toEqual(Array(4).fill(undefined))
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
