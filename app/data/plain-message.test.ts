import { expect, it } from 'vitest'
import { plainMessage } from './plain-message.ts'

it.each([
  ['23514', 'Launch date cannot be in the past', 'Launch date cannot be in the past'],
  ['PT429', "Today's limit is reached.", "Today's limit is reached."],
  ['23514', 'new row for relation "reviews" violates check constraint "review_title_length"', ''],
  ['42501', 'permission denied for table reviews', ''],
  ['42501', 'new row violates row-level security policy for table "reviews"', ''],
  ['42P01', 'relation "x" does not exist', ''],
  ['PGRST301', 'JWT expired', ''],
])('%s %s is told as "%s"', (code, message, told) => {
  expect(plainMessage({ code, message })).toBe(told)
})
