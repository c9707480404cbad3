import { expect, test } from 'vitest'
import type { Database } from '../../database/database.ts'
import { decodeNotices } from './decode-notices.ts'

test('a process does not read its own messages, also not from the table', async () => {
  const statements: unknown[] = []
  const row = { from: 'other', topic: 'large', isPrivate: false, text: '{}' }
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
  const small = { from: 'other', topic: 'small', isPrivate: false, text: '{}' }
  const own = [
    { ...small, from: 'own' },
    { large: 1, from: 'own' },
  ]
  expect(await decode(...own, small)).toEqual([small])
  expect(statements).toEqual([])
  expect(await decode(...own, { large: 2, from: 'other' })).toEqual([row])
  expect(statements).toEqual([[[2]]])
})

test('a failed read of large messages is logged and does not lose the others', async () => {
  const failure = new Error('the connection is gone')
  const asOwner = () => Promise.reject(failure)
  const small = { from: 'other', topic: 'small', isPrivate: false, text: '{}' }
  const row = '00000000-0000-4000-8000-000000000000'
  const payloads = [{ large: 2, from: 'other' }, { row }, small].map((notice) =>
    JSON.stringify(notice),
  )
  const errors: unknown[] = []
  const database = { asOwner } as unknown as Database
  const messages = await decodeNotices(database, 'own', payloads, (error) => errors.push(error))
  expect(messages).toEqual([small])
  expect(errors).toEqual([failure, failure])
})
