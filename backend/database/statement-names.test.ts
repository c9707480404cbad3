import { expect, test } from 'vitest'
import { RememberedStatements, StatementNames } from './statement-names.ts'

test('a text is named when it comes for the third time, and keeps its name', () => {
  const names = new StatementNames()
  const [first, second, third, fourth] = [1, 2, 3, 4].map(() => names.nameOf('anon', 'select 1'))
  expect([first, second]).toEqual([undefined, undefined])
  expect(third).toMatch(/^[\w-]{43}$/)
  expect(fourth).toBe(third)
  expect([1, 2, 3].map(() => names.nameOf('anon', 'select 2')).at(-1)).not.toBe(third)
})

test('no role is given a name that another one planned under', () => {
  const names = new StatementNames()
  const named = (['anon', 'authenticated', 'service_role'] as const).map((role) =>
    [1, 2, 3].map(() => names.nameOf(role, 'select 1')).at(-1),
  )
  expect(new Set(named).size).toBe(3)
})

test('what nobody asks for any more makes room; what is asked for stays', () => {
  const names = new StatementNames()
  const three = (text: string) => [1, 2, 3].map(() => names.nameOf('anon', text)).at(-1)
  const kept = three('select kept')
  three('select dropped')
  for (let text = 0; text < 1000; text += 1) {
    three(`select ${text}`)
    expect(names.nameOf('anon', 'select kept')).toBe(kept)
  }
  expect(names.nameOf('anon', 'select dropped')).toBeUndefined()
})

test('a long text is never named', () => {
  const names = new StatementNames()
  const long = `select '${'x'.repeat(8192)}'`
  expect([1, 2, 3, 4].map(() => names.nameOf('anon', long))).toEqual(Array(4).fill(undefined))
})

test('a connection is full after 300 different ones', () => {
  const remembered = new RememberedStatements()
  const connection = {}
  for (let name = 0; name < 300; name += 1) {
    for (let times = 0; times < 3; times += 1) remembered.add(connection, `s${name}`)
  }
  remembered.add(connection, undefined)
  expect(remembered.areTooMany(connection)).toBe(false)
  remembered.add(connection, 'one more')
  expect(remembered.areTooMany(connection)).toBe(true)
  expect(remembered.areTooMany({})).toBe(false)
})
