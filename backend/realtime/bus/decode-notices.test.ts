import { expect, test } from 'vitest'
import type { Database } from '../../database/database.ts'
import { decodeNotices } from './decode-notices.ts'

test('a process does not read its own messages, also not from the table', async () => {
  const statements: unknown[] = []
  const row = { from: 'other', kind: 'leave' }
  const asOwner = async (_text: string, values: unknown[]) => {
    statements.push(values)
    return [{ id: 2, payload: JSON.stringify(row) }]
  }
  const decode = (...notices: object[]) =>
    decodeNotices(
      { asOwner } as unknown as Database,
      'own',
      notices.map((notice) => JSON.stringify(notice)),
      (error) => {
        throw error
      },
    )
  const alive = { from: 'other', kind: 'alive', version: 1 }
  const own = [
    { ...alive, from: 'own' },
    { large: 1, from: 'own' },
  ]
  expect(await decode(...own, alive)).toEqual([alive])
  expect(statements).toEqual([])
  expect(await decode(...own, { large: 2, from: 'other' })).toEqual([row])
  expect(statements).toEqual([[[2]]])
})
